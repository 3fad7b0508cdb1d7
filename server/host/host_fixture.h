/* SPDX-License-Identifier: MIT */
#ifndef HOST_FIXTURE_H
#define HOST_FIXTURE_H

/* For tests: a host on a thread of its own that serves an echo, and plain clients of it. Everything waits for an event,
 * with a limit that only a broken host reaches. */
#include <jrpc/host.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>

enum { FIXTURE_PATIENCE = 20000, FIXTURE_LOG = 64 * 1024 };

typedef struct fixture {
    jrpc_host *host;
    pthread_t thread;
    jrpc_status result;
    char address[JRPC_ADDRESS_TEXT];
    uint16_t port;
    pthread_mutex_t mutex;
    pthread_cond_t logged;
    char log[FIXTURE_LOG]; /* all lines, each ended by a line feed */
    size_t log_length;
} fixture;

/* Echoes a document. `{"quiet"...` gets no reply, `{"fail"...` fails, `{"big":N}` gets N bytes, and what does not begin
 * with a bracket gets "garbage". */
extern const jrpc_served fixture_echo;

/* Makes a host that listens on `address`; settings may follow before fixture_start. */
void fixture_make(fixture *f, const char *address, const jrpc_allocator *allocator);
void fixture_start(fixture *f);
void fixture_stop(fixture *f); /* and frees it */

/* Waits until a log line holds `part`. */
void fixture_await_log(fixture *f, const char *part);
bool fixture_has_log(fixture *f, const char *part);

/* fixture_make, fixture_start and the first client, which it returns. */
int fixture_open(fixture *f, const char *address);

int client_connect(const fixture *f);
void client_send(int client, const void *bytes, size_t length);
void client_say(int client, const char *text);
void client_half_close(int client);

/* Reads exactly that; fails the test if anything else comes. */
void client_expect(int client, const char *text);

/* Reads until the peer closes; the text is NUL-terminated and the caller's to free. */
char *client_read_all(int client, size_t *length);

/* Reads one HTTP response with its body into `text`. Answers its status. */
unsigned client_response(int client, char *text, size_t size);

/* The peer has closed, and nothing came before. Closes the client. */
void client_expect_end(int client);

#endif
