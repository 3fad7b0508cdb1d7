/* SPDX-License-Identifier: MIT */
/* The protocol of raw streams: documents in, replies out, in the listener's framing. */
#include "length_prefix.h"
#include "refusal.h"
#include "session.h"

static const char out_of_memory[] = "out of memory";

/* What answers a document: the served function, or the host itself for one that is over-size. */
static bool write_reply(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                        jrpc_buffer *out) {
    if (kind != JRPCI_FRAME_OVER_SIZE)
        return jrpci_session_answer(session, frame->document, frame->length, out);
    return jrpci_refuse_over_size(session->site->limits->values[JRPCI_MAX_DOCUMENT_BYTES], out);
}

static bool answer_plain(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                         jrpc_buffer *out) {
    size_t start = out->length;
    if (!write_reply(session, kind, frame, out)) return false;
    if (session->site->framing != JRPC_FRAMING_LINE || out->length == start) return true;
    return jrpc_buffer_append(out, "\n", 1);
}

static bool answer_measured(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                            jrpc_buffer *out) {
    jrpci_length_prefix prefix;
    if (!jrpci_length_prefix_begin(&prefix, out, &session->digits, "Content-Length: ", "\r\n\r\n"))
        return false;
    bool written = write_reply(session, kind, frame, out);
    if (!written || jrpci_length_prefix_is_empty(&prefix, out)) {
        jrpci_length_prefix_cancel(&prefix, out);
        return written;
    }
    return jrpci_length_prefix_end(&prefix, out);
}

/* A reply goes out whole or not at all. */
static void answer(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                   jrpc_buffer *out) {
    size_t start = out->length;
    bool measured = session->site->framing == JRPC_FRAMING_CONTENT_LENGTH;
    if (measured ? answer_measured(session, kind, frame, out) : answer_plain(session, kind, frame, out))
        return;
    out->length = start;
    jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
}

static const char *why(jrpci_frame_kind kind) {
    return kind == JRPCI_FRAME_GARBAGE ? "no document where one should begin"
                                       : "document over maxDocumentBytes";
}

static size_t feed(jrpci_session *session, const char *bytes, size_t length, jrpc_buffer *out, size_t mark) {
    size_t at = 0;
    jrpci_framing *framing = &session->as.framing;
    while (session->ending == JRPCI_OPEN && out->length < mark) {
        jrpci_frame frame;
        jrpci_frame_kind kind = jrpci_framing_next(framing, bytes + at, length - at, &frame);
        at += frame.used;
        if (kind == JRPCI_FRAME_MORE) break;
        session->turn++;
        answer(session, kind, &frame, out);
        if (kind == JRPCI_FRAME_DOCUMENT) continue;
        jrpci_session_end(session, JRPCI_LAST_ANSWER, why(kind));
        return length;
    }
    session->wait = jrpci_framing_inside(framing) ? JRPCI_WAIT_DOCUMENT : JRPCI_WAIT_IDLE;
    return at;
}

static void expire(jrpci_session *session, jrpc_buffer *out) {
    (void)out;
    jrpci_session_end(session, JRPCI_LAST_ANSWER,
                      session->wait == JRPCI_WAIT_IDLE ? "idle"
                                                       : "document took longer than documentMilliseconds");
}

static void fini(jrpci_session *session) {
    (void)session;
}

const jrpci_protocol jrpci_stream_protocol = {feed, expire, fini};
