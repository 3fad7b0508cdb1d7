/* SPDX-License-Identifier: MIT */
#ifndef JRPC_HOST_H
#define JRPC_HOST_H

#include <jrpc/allocator.h>
#include <jrpc/buffer.h>
#include <jrpc/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A host puts a function from document bytes to reply bytes behind TCP, Unix sockets, HTTP/1.1 and stdio. It
 * installs no signal handler, raises no SIGPIPE and keeps no global state; several hosts may live in one
 * process.
 *
 *     jrpc_host *host;
 *     jrpc_host_new(NULL, &host);
 *     jrpc_served calc = jrpc_served_service(service);
 *     jrpc_host_listen(host, "tcp://127.0.0.1:9000", &calc);
 *     jrpc_host_run(host);                     returns after jrpc_host_stop, which a signal handler may call
 *     jrpc_host_free(host);
 *
 * Unless a function says otherwise, a host is used by one thread at a time, and nothing but jrpc_host_stop
 * may be called while jrpc_host_run has not returned. */
typedef struct jrpc_host jrpc_host;
struct jrpc_service;

/* ---- Addresses ---- */

typedef enum jrpc_transport {
    JRPC_TRANSPORT_TCP,       /* tcp://127.0.0.1:9000 */
    JRPC_TRANSPORT_UNIX,      /* unix:///run/x.sock */
    JRPC_TRANSPORT_HTTP,      /* http://127.0.0.1:8080/rpc */
    JRPC_TRANSPORT_HTTP_UNIX, /* http+unix:///run/x.sock */
    JRPC_TRANSPORT_STDIO      /* stdio: without time limits */
} jrpc_transport;

/* How documents are told apart on a raw stream; HTTP has its own way. What comes behind the last whole document before
 * a stream ends is dropped, a line without its line feed too. */
typedef enum jrpc_framing {
    /* Documents back to back, white space between them is fine; replies back to back. */
    JRPC_FRAMING_CONCATENATED,
    /* One document a line, each reply ended by one line feed. Blank lines are skipped. */
    JRPC_FRAMING_LINE,
    /* A header block with Content-Length before each, as in the base protocol of LSP. */
    JRPC_FRAMING_CONTENT_LENGTH
} jrpc_framing;

#define JRPC_ADDRESS_TEXT 512 /* bytes that the text of any address fits in, its end included */

/* An address taken apart. All texts are NUL-terminated and "" where they do not apply. */
typedef struct jrpc_address {
    jrpc_transport transport;
    jrpc_framing framing;
    uint16_t port;    /* 0 lets the system pick one */
    char host[256];   /* a name or a number; IPv6 without brackets */
    char socket[108]; /* path of a Unix socket */
    char path[128];   /* HTTP path, "/" unless given; `?path=/rpc` for http+unix */
    char service[64]; /* `?service=NAME`: for the caller to look up */
} jrpc_address;

/* Takes an address apart. text: `SCHEME:REST[?framing=F&service=S&path=P]`. problem: where to leave a
 * constant sentence that says what is wrong; NULL does without. JRPC_E_ARGUMENT: no address, *address is
 * undefined. Any thread. */
jrpc_status jrpc_address_parse(const char *text, jrpc_address *address, const char **problem);

/* Writes an address as text, the part after `?` only where it differs from the default. Any thread. */
void jrpc_address_format(const jrpc_address *address, char text[JRPC_ADDRESS_TEXT]);

/* ---- What is served ---- */

/* Who sent a document. Valid during the call that it is handed to. */
typedef struct jrpc_peer jrpc_peer;

/* Writes who the peer is, cut to `size` bytes with its end: "127.0.0.1:50124", "uid 1000 pid 4711", "stdio". */
void jrpc_peer_name(const jrpc_peer *peer, char *text, size_t size);

/* The address of the listener that the peer came through. Lives as long as the host. */
const char *jrpc_peer_listener(const jrpc_peer *peer);

/* A function from document bytes to reply bytes, with a state for each worker, so that it needs no lock. */
typedef struct jrpc_served {
    /* Answers one document: appends the reply, or nothing for a notification. `request` is not changed, is
     * not NUL-terminated and may be empty (then the answer is a parse error). A status other than JRPC_OK
     * closes the connection (HTTP: 500) and rolls the reply back. Called on one worker at a time for each
     * state. */
    jrpc_status (*serve)(void *state, const void *request, size_t length, jrpc_buffer *reply,
                         const jrpc_peer *peer);
    /* Makes the state of one worker. NULL: the state is `user` itself, shared by all workers. */
    jrpc_status (*open)(void *user, const jrpc_allocator *allocator, void **state);
    void (*close)(void *user, void *state); /* undoes open; NULL where open is */
    void (*idle)(void *state);              /* the worker is about to wait; may be NULL */
    void *user;
} jrpc_served;

/* A function that serves `service`, with one dispatcher for each worker. Methods find the `const jrpc_peer *`
 * in jrpc_call_context. The service must live until the host has been freed. */
jrpc_served jrpc_served_service(struct jrpc_service *service);

/* ---- Making and setting up ---- */

/* Makes a host with one worker. allocator: NULL means the C library's; it must outlive the host.
 * JRPC_E_MEMORY; JRPC_E_SYSTEM: no descriptors left. On failure *host is NULL. */
jrpc_status jrpc_host_new(const jrpc_allocator *allocator, jrpc_host **host);

/* Frees a host that does not run: closes listeners, removes its Unix sockets. NULL is fine. */
void jrpc_host_free(jrpc_host *host);

/* What the last call that failed complained of, as one sentence with the address or name in it; "" before.
 * Valid until the next call on this host. */
const char *jrpc_host_error(const jrpc_host *host);

/* Sets the number of worker threads: 1 to 1,024. Before jrpc_host_run. JRPC_E_ARGUMENT, JRPC_E_STATE. */
jrpc_status jrpc_host_set_workers(jrpc_host *host, unsigned workers);

/* A limit that jrpc_host_set_limit knows. */
typedef struct jrpc_host_limit {
    const char *name;
    uint64_t value; /* the default; 0 as a value lifts the limit where `lifts` says so */
    bool lifts;
    const char *about; /* what it bounds, in which unit, and the abuse it stops */
} jrpc_host_limit;

/* The limits of a host, ended by one whose name is NULL. Constant. Any thread. */
const jrpc_host_limit *jrpc_host_limits(void);

/* Sets a limit by its name, before jrpc_host_run. JRPC_E_UNKNOWN: no such limit; JRPC_E_ARGUMENT: out of
 * range; JRPC_E_STATE: running. */
jrpc_status jrpc_host_set_limit(jrpc_host *host, const char *name, uint64_t value);

/* Lets HTTP requests for this host name in, beside loopback names and the listener's own address. "*" lifts
 * the rule. Without a port, any case. Listeners that are not bound to loopback, and Unix sockets, answer to
 * every name. JRPC_E_MEMORY, JRPC_E_ARGUMENT: an empty name. */
jrpc_status jrpc_host_allow_host(jrpc_host *host, const char *name);

/* Lets browser pages of this origin ("https://app.example") in, and answers them with CORS headers. "*" lifts
 * the rule. Without it every request that carries Origin, or cross-site Sec-Fetch-Site, gets 403.
 * JRPC_E_MEMORY, JRPC_E_ARGUMENT. */
jrpc_status jrpc_host_allow_origin(jrpc_host *host, const char *origin);

/* What HTTP answers to a document without a reply: 204 (true, the default), or an empty 200. */
void jrpc_host_set_no_content(jrpc_host *host, bool no_content);

/* Called with one line, without a line end, when a connection ends for a reason, and when accepting pauses:
 * peer and reason, everything outside printable ASCII escaped. On any worker's thread, several at a time.
 * NULL: no log. */
void jrpc_host_set_log(jrpc_host *host, void (*log)(void *user, const char *line), void *user);

/* An HTTP request before it is dispatched. Texts are NUL-terminated and valid during the call. */
typedef struct jrpc_http_request {
    const char *method;
    const char *path; /* as sent, with its query */
    const jrpc_peer *peer;
    const void *fields; /* for jrpc_http_field */
} jrpc_http_request;

/* The value of a header field, or NULL if it was not sent. name: any case. Of a repeated field, the first. */
const char *jrpc_http_field(const jrpc_http_request *request, const char *name);

/* Called with every HTTP request whose head is in order, before its body is read: false refuses it with 403.
 * Also on several workers at a time. NULL: everything is let in. */
void jrpc_host_set_authorise(jrpc_host *host, bool (*authorise)(void *user, const jrpc_http_request *request),
                             void *user);

/* ---- Listening ---- */

/* Binds and listens; connections are served from jrpc_host_run on. `served` is copied. Unix sockets get mode
 * 0600, and one that is there already is replaced only if nobody listens on it. JRPC_E_ARGUMENT: no address;
 * JRPC_E_TAKEN: in use; JRPC_E_SYSTEM: errno; JRPC_E_MEMORY; JRPC_E_STATE: running. jrpc_host_error has a
 * sentence for each. */
jrpc_status jrpc_host_listen(jrpc_host *host, const char *address, const jrpc_served *served);

/* The same with a descriptor that listens already (socket activation). It belongs to the host from then on,
 * also when this fails. address: scheme and query as above; the rest is read from the descriptor. */
jrpc_status jrpc_host_adopt(jrpc_host *host, int descriptor, const char *address, const jrpc_served *served);

/* The number of listeners. */
size_t jrpc_host_listeners(const jrpc_host *host);

/* Writes the address of listener `index` with its real port. False: there is none. */
bool jrpc_host_address(const jrpc_host *host, size_t index, char text[JRPC_ADDRESS_TEXT]);

/* ---- Running ---- */

/* Serves until jrpc_host_stop, or until standard input ends where `stdio:` is the only listener. The calling
 * thread accepts, N threads of the host's own serve; they block every signal. On stop it stops accepting,
 * answers what it has received, flushes, closes; what is not done within the limit `stopMilliseconds` is cut
 * off. Runs once. JRPC_E_MEMORY, JRPC_E_SYSTEM: it could not start; JRPC_E_STATE: ran already, or nothing to
 * listen on. */
jrpc_status jrpc_host_run(jrpc_host *host);

/* Asks the host to stop. Any thread, any time before jrpc_host_free, and from a signal handler. */
void jrpc_host_stop(jrpc_host *host);

/* Instead of jrpc_host_run, to drive the host from a loop of one's own: all of it runs in the calls to
 * jrpc_host_step, with one worker and without threads. *descriptor becomes readable when there is something
 * to do. Same errors as jrpc_host_run; JRPC_E_ARGUMENT where a listener is `stdio:`. */
jrpc_status jrpc_host_start(jrpc_host *host, int *descriptor);

/* Does what there is to do, without waiting. False: the host has stopped and may be freed. */
bool jrpc_host_step(jrpc_host *host);

#endif
