/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_SESSION_H
#define JRPCI_SESSION_H

#include "framing.h"
#include "http.h"
#include "http_rules.h"
#include "limits.h"
#include "peer.h"

/* What all sessions of one listener have in common. Does not change while the host runs. */
typedef struct jrpci_site {
    jrpc_transport transport;
    jrpc_framing framing;
    jrpc_served served;
    const jrpci_limits *limits;
    jrpci_http_rules rules;
    const char *address;
} jrpci_site;

/* What a session waits for, which decides how long it may take. */
typedef enum jrpci_wait {
    JRPCI_WAIT_IDLE, /* the next request */
    JRPCI_WAIT_HEAD,
    JRPCI_WAIT_BODY,
    JRPCI_WAIT_DOCUMENT,
    JRPCI_WAIT_WRITE, /* the last two are the connection's own */
    JRPCI_WAIT_CLOSE,
    JRPCI_WAIT_COUNT
} jrpci_wait;

typedef enum jrpci_ending {
    JRPCI_OPEN,
    JRPCI_LAST_ANSWER, /* what has been appended is the last; let it arrive, then close */
    JRPCI_ABORT        /* close at once */
} jrpci_ending;

typedef struct jrpci_session jrpci_session;

/* A protocol is three functions; a session never sees a socket. */
typedef struct jrpci_protocol {
    /* Takes bytes, appends answers. Stops early once `out` holds `mark` bytes. Answers how many bytes were used: the
     * rest comes again, with more behind it. */
    size_t (*feed)(jrpci_session *session, const char *bytes, size_t length, jrpc_buffer *out, size_t mark);
    /* The wait took too long: may append a last answer. */
    void (*expire)(jrpci_session *session, jrpc_buffer *out);
    void (*fini)(jrpci_session *session);
} jrpci_protocol;

/* The state of the protocol on one connection, over any transport. */
struct jrpci_session {
    const jrpci_protocol *protocol;
    const jrpci_site *site;
    const jrpc_peer *peer;
    void *state; /* of the served function, on this worker */
    jrpci_wait wait;
    uint32_t turn; /* changes when a wait begins anew */
    jrpci_ending ending;
    bool stopping;      /* the host stops: let no new request in */
    const char *reason; /* why it ends; NULL: as agreed */
    unsigned digits;    /* of the last reply's length */
    union {
        jrpci_framing framing;
        jrpci_http http;
    } as;
};

/* Begins a session. allocator: where what is kept between two calls comes from. Allocates nothing. */
void jrpci_session_init(jrpci_session *session, const jrpci_site *site, void *state, const jrpc_peer *peer,
                        const jrpc_allocator *allocator);

void jrpci_session_fini(jrpci_session *session);

/* Lets one document be answered. False: it could not, nothing was appended. */
static inline bool jrpci_session_answer(jrpci_session *session, const char *document, size_t length,
                                        jrpc_buffer *out) {
    size_t mark = out->length;
    if (session->site->served.serve(session->state, document, length, out, session->peer) == JRPC_OK)
        return true;
    out->length = mark;
    return false;
}

/* Ends the session, unless it has ended. */
void jrpci_session_end(jrpci_session *session, jrpci_ending ending, const char *reason);

extern const jrpci_protocol jrpci_stream_protocol;
extern const jrpci_protocol jrpci_http_protocol;

#endif
