/* SPDX-License-Identifier: MIT */
#include "session.h"

static bool is_http(jrpc_transport transport) {
    return transport == JRPC_TRANSPORT_HTTP || transport == JRPC_TRANSPORT_HTTP_UNIX;
}

void jrpci_session_init(jrpci_session *session, const jrpci_site *site, void *state, const jrpc_peer *peer,
                        const jrpc_allocator *allocator) {
    *session = (jrpci_session){.site = site, .peer = peer, .state = state, .digits = 2};
    if (is_http(site->transport)) {
        session->protocol = &jrpci_http_protocol;
        jrpci_http_init(&session->as.http, session, allocator);
    } else {
        session->protocol = &jrpci_stream_protocol;
        jrpci_framing_init(&session->as.framing, site->framing,
                           jrpci_limits_size(site->limits, JRPCI_MAX_DOCUMENT_BYTES),
                           jrpci_limits_size(site->limits, JRPCI_MAX_HEADER_BYTES));
    }
}

void jrpci_session_fini(jrpci_session *session) {
    session->protocol->fini(session);
}

void jrpci_session_end(jrpci_session *session, jrpci_ending ending, const char *reason) {
    if (session->ending == JRPCI_ABORT || session->ending == ending) return;
    session->ending = ending;
    session->reason = reason;
}
