/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include "wire/http.h"

#include <stdlib.h>

/* Our own HTTP/1.1 driver: POSTs with heads made beforehand over connections that are kept alive. To the
 * exchange a response is a message like any other, compared whole with what was learned; only the Date may
 * differ. */

struct reader {
    wire_http_reader *http;
    size_t fed; /* bytes of the present message that the HTTP reader has taken */
};

static void wrap(const void *context, wire_buffer *out, const char *document, size_t length) {
    const wire_address *address = context;
    char host[272];
    wire_address_host(address, host, sizeof host);
    wire_http_post(out, host, address->target, document, length);
}

static void *reader_new(const wire_address *address) {
    (void)address;
    struct reader *made = calloc(1, sizeof *made);
    if (made) made->http = wire_http_reader_new();
    if (made && made->http) return made;
    free(made);
    return NULL;
}

static void reader_free(void *freed) {
    wire_http_reader_free(((struct reader *)freed)->http);
    free(freed);
}

/* Where the value of the Date field stands in a message: servers write it anew each second, and its width
 * is fixed. */
static load_mask date_in(const wire_http_reader *http, wire_slice message) {
    wire_slice date;
    if (!wire_http_find(http, "Date", &date) || !date.length) return (load_mask){0};
    for (size_t i = 0; i + date.length <= message.length; i++)
        if (wire_slice_equal((wire_slice){message.bytes + i, date.length}, date))
            return (load_mask){i, date.length};
    return (load_mask){0};
}

static load_next take(struct reader *reader, wire_slice bytes, const wire_http_response *response,
                      load_message *message, wire_error *error) {
    if (response->status != 200) {
        wire_error_set(error, "the server answered with HTTP status %d%s%.*s", response->status,
                       response->body.length ? ": " : "",
                       response->body.length < 200 ? (int)response->body.length : 200, response->body.bytes);
        return LOAD_NEXT_BAD;
    }
    message->length = reader->fed;
    message->document = response->body;
    message->closes = !response->keep_alive;
    message->mask = date_in(reader->http, (wire_slice){bytes.bytes, reader->fed});
    reader->fed = 0;
    return LOAD_NEXT_MESSAGE;
}

static load_next next(void *context, wire_slice bytes, load_message *message, wire_error *error) {
    struct reader *reader = context;
    while (reader->fed < bytes.length) {
        size_t consumed = 0;
        const wire_http_response *response = NULL;
        wire_http_status status = wire_http_feed(reader->http, bytes.bytes + reader->fed,
                                                 bytes.length - reader->fed, &consumed, &response);
        reader->fed += consumed;
        if (status == WIRE_HTTP_BAD) {
            wire_error_set(error, "what the server sends is not HTTP/1.1: %s",
                           wire_http_message(reader->http));
            return LOAD_NEXT_BAD;
        }
        if (status == WIRE_HTTP_MORE) return LOAD_NEXT_MORE;
        /* An interim response announces the final one. */
        if (response->status >= 200) return take(reader, bytes, response, message, error);
    }
    return LOAD_NEXT_MORE;
}

static const load_framing framing = {wrap, reader_new, reader_free, next};

const load_driver_table load_http_driver = {
    "http", &framing, load_exchange_learn, load_exchange_open, load_exchange_drive, load_exchange_close};
