/* SPDX-License-Identifier: MIT */
#include "exchange.h"
#include "learn.h"
#include "matching.h"

#include "wire/clock.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The libcurl driver: any URL that libcurl can speak to, at the rates that libcurl reaches. One document
 * at a time on each connection; ring, matching, pacing and recorder are the same as everywhere, and only
 * bodies are compared. */

#define URL_BYTES 1024

/* One connection: an easy handle that is used again and again. */
struct transfer {
    load_connection connection;
    CURL *easy;
    wire_buffer body;
    char message[CURL_ERROR_SIZE];
};

struct curl_thread {
    load_exchange exchange;
    CURLM *multi;
    struct curl_slist *headers;
    struct transfer *transfers;
    unsigned count;
};

static void wrap(const void *context, wire_buffer *out, const char *document, size_t length) {
    (void)context;
    wire_buffer_append(out, document, length);
}

/* Bodies come whole, so a message is all there is. */
static void *reader_new(const wire_address *address) {
    (void)address;
    return malloc(1);
}

static load_next next(void *reader, wire_slice bytes, load_message *message, wire_error *error) {
    (void)reader;
    (void)error;
    message->document = bytes;
    message->length = bytes.length;
    return LOAD_NEXT_MESSAGE;
}

static const load_framing framing = {wrap, reader_new, free, next};

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    wire_buffer *body = context;
    if (body->length + size * count > LOAD_LARGEST_PENDING) return 0;
    wire_buffer_append(body, bytes, size * count);
    return body->failed ? 0 : size * count;
}

/* Lets a stop through while libcurl blocks. */
static int watch_for_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    return load_job_is_over(context);
}

static void url_of(const load_job *job, char *url) {
    char host[272];
    if (job->row->address && !strncmp(job->row->address, "https://", 8)) {
        snprintf(url, URL_BYTES, "%s", job->row->address);
        return;
    }
    wire_address_host(job->address, host, sizeof host);
    snprintf(url, URL_BYTES, "http://%s%s", host, job->address->target);
}

static struct curl_slist *make_headers(void) {
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    /* Without it libcurl waits for a 100 Continue before bodies above a megabyte. */
    struct curl_slist *all = headers ? curl_slist_append(headers, "Expect:") : NULL;
    if (!all) curl_slist_free_all(headers);
    return all;
}

static bool transfer_init(struct transfer *transfer, load_exchange *exchange, struct curl_slist *headers) {
    load_job *job = exchange->thread->job;
    char url[URL_BYTES];
    if (!load_connection_init(&transfer->connection, exchange)) return false;
    transfer->easy = curl_easy_init();
    CURL *easy = transfer->easy;
    if (!easy || !headers || !wire_buffer_reserve(&transfer->body, LOAD_RECEIVE_BYTES)) {
        load_job_fail(job, "out of memory for libcurl");
        return false;
    }
    url_of(job, url);
    bool set =
        !curl_easy_setopt(easy, CURLOPT_URL, url) && !curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers) &&
        !curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body) &&
        !curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer->body) &&
        !curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->message) &&
        !curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) && !curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) &&
        !curl_easy_setopt(easy, CURLOPT_POST, 1L) && !curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L) &&
        !curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, watch_for_stop) &&
        !curl_easy_setopt(easy, CURLOPT_XFERINFODATA, job) &&
        !curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(job->row->timeout * 1000));
    if (set && job->address->path[0])
        set = !curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, job->address->path);
    if (!set) load_job_fail(job, "libcurl does not take the address %s", url);
    return set;
}

static void transfer_fini(struct transfer *transfer) {
    load_connection_close(&transfer->connection);
    if (transfer->easy) curl_easy_cleanup(transfer->easy);
    wire_buffer_fini(&transfer->body);
}

/* The next documents leave as one POST: what `unsent` holds. */
static void prepare(struct transfer *transfer, size_t documents, uint64_t now) {
    load_connection *connection = &transfer->connection;
    load_connection_take_slice(connection, documents, now);
    transfer->body.length = 0;
    curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDS, connection->unsent.bytes);
    curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)connection->unsent.length);
    connection->unsent.length = 0;
}

static bool fail_transfer(struct transfer *transfer, CURLcode code) {
    load_error kind = LOAD_ERROR_FRAMING;
    switch (code) {
    case CURLE_COULDNT_CONNECT: kind = LOAD_ERROR_REFUSED; break;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: kind = LOAD_ERROR_RESET; break;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE: kind = LOAD_ERROR_CLOSED; break;
    case CURLE_OPERATION_TIMEDOUT: kind = LOAD_ERROR_TIMEOUT; break;
    default: break;
    }
    return load_connection_fail(&transfer->connection, kind,
                                kind == LOAD_ERROR_TIMEOUT ? LOAD_TIMED_OUT : LOAD_ERRORED, "%s",
                                transfer->message[0] ? transfer->message : curl_easy_strerror(code));
}

/* Whether a transfer brought a body to judge. */
static bool check_transfer(struct transfer *transfer, CURLcode code) {
    long status = 0;
    if (code == CURLE_ABORTED_BY_CALLBACK && load_job_is_over(transfer->connection.exchange->thread->job))
        return false;
    if (code) return fail_transfer(transfer, code);
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200) return true;
    return load_connection_fail(&transfer->connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                "the server answered with HTTP status %ld%s%.*s", status,
                                transfer->body.length ? ": " : "",
                                transfer->body.length < 200 ? (int)transfer->body.length : 200,
                                transfer->body.length ? transfer->body.data : "");
}

static bool teach_transfer(struct transfer *transfer) {
    load_ring *ring = &transfer->connection.exchange->thread->job->ring;
    for (size_t i = 0; i < ring->documents; i++) {
        if (load_job_is_over(transfer->connection.exchange->thread->job)) return false;
        prepare(transfer, 1, (uint64_t)wire_now());
        if (!check_transfer(transfer, curl_easy_perform(transfer->easy))) return false;
        wire_slice body = {transfer->body.data, transfer->body.length};
        load_message message = {.document = body, .length = body.length};
        if (!load_learn_reply(&transfer->connection, i, body, &message)) return false;
    }
    return true;
}

static bool teach(load_connection *unused, load_exchange *exchange) {
    (void)unused;
    struct transfer transfer = {0};
    struct curl_slist *headers = make_headers();
    bool learned = transfer_init(&transfer, exchange, headers) && teach_transfer(&transfer);
    transfer_fini(&transfer);
    curl_slist_free_all(headers);
    return learned;
}

static bool learn(load_job *job, load_outcome *outcome) {
    if (job->row->depth != 1) {
        load_job_fail(job, "libcurl has one document in flight on each connection; set the depth to 1");
        return false;
    }
    if (!curl_global_init(CURL_GLOBAL_DEFAULT)) return load_learn(job, teach, outcome);
    load_job_fail(job, "libcurl could not be started");
    return false;
}

static bool open_transfers(load_thread *thread, struct curl_thread *state) {
    if (!load_exchange_init(&state->exchange, thread)) return false;
    state->multi = curl_multi_init();
    state->headers = make_headers();
    state->transfers = calloc(thread->connections, sizeof *state->transfers);
    if (!state->multi || !state->headers || !state->transfers) return false;
    /* With fewer than are in flight libcurl would connect anew for each request, without a word. */
    curl_multi_setopt(state->multi, CURLMOPT_MAXCONNECTS, (long)thread->connections);
    for (; state->count < thread->connections; state->count++)
        if (!transfer_init(&state->transfers[state->count], &state->exchange, state->headers)) return false;
    return true;
}

static bool open(load_thread *thread) {
    thread->state = calloc(1, sizeof(struct curl_thread));
    if (thread->state && open_transfers(thread, thread->state)) return true;
    load_job_fail(thread->job, "out of memory for libcurl");
    return false;
}

static void close_thread(load_thread *thread) {
    struct curl_thread *state = thread->state;
    if (!state) return;
    for (unsigned i = 0; state->transfers && i < thread->connections; i++) {
        struct transfer *transfer = &state->transfers[i];
        if (transfer->easy) curl_multi_remove_handle(state->multi, transfer->easy);
        transfer_fini(transfer);
    }
    if (state->multi) curl_multi_cleanup(state->multi);
    curl_slist_free_all(state->headers);
    free(state->transfers);
    load_exchange_fini(&state->exchange);
    free(state);
    thread->state = NULL;
}

/* Sends what is due, which is one document or none. */
static bool start(struct curl_thread *state, struct transfer *transfer, uint64_t now) {
    size_t documents = load_connection_due(&transfer->connection, now);
    if (!documents) return true;
    prepare(transfer, documents, now);
    if (!curl_multi_add_handle(state->multi, transfer->easy)) return true;
    return load_connection_fail(&transfer->connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                "libcurl takes no more requests");
}

static uint64_t bytes_received(CURL *easy, const wire_buffer *body) {
    long head = 0;
    curl_easy_getinfo(easy, CURLINFO_HEADER_SIZE, &head);
    return (uint64_t)head + body->length;
}

static bool finish(struct curl_thread *state, struct transfer *transfer, CURLcode code, uint64_t now) {
    load_connection *connection = &transfer->connection;
    curl_multi_remove_handle(state->multi, transfer->easy);
    if (!check_transfer(transfer, code)) return false;
    load_recorder_received(&state->exchange.thread->recorder, now,
                           bytes_received(transfer->easy, &transfer->body));
    if (!state->exchange.match(connection, transfer->body.data, transfer->body.length, now)) return false;
    if (connection->window.unanswered)
        return load_connection_fail(connection, LOAD_ERROR_FRAMING, LOAD_ERRORED,
                                    "a reply ends before its document does");
    return start(state, transfer, now);
}

static bool finish_all(struct curl_thread *state, uint64_t *now) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(state->multi, &left));) {
        struct transfer *transfer = NULL;
        if (message->msg != CURLMSG_DONE) continue;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        *now = (uint64_t)wire_now();
        if (!finish(state, transfer, code, *now)) return false;
    }
    return true;
}

static bool is_drained(const struct curl_thread *state, uint64_t now) {
    if (load_recorder_is_open(&state->exchange.thread->recorder, now)) return false;
    for (unsigned i = 0; i < state->count; i++)
        if (state->transfers[i].connection.window.unanswered) return false;
    return true;
}

static void drive(load_thread *thread) {
    struct curl_thread *state = thread->state;
    uint64_t now = (uint64_t)wire_now();
    for (unsigned i = 0; i < state->count; i++)
        if (!start(state, &state->transfers[i], now)) return;
    while (load_thread_tick(thread, now) && !is_drained(state, now)) {
        int running = 0;
        curl_multi_perform(state->multi, &running);
        now = (uint64_t)wire_now();
        if (!finish_all(state, &now)) return;
        curl_multi_poll(state->multi, NULL, 0, load_thread_patience(thread, now), NULL);
    }
}

const load_driver_table load_curl_driver = {"curl", &framing, learn, open, drive, close_thread};
