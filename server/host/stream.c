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

static bool answer_line(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                        jrpc_buffer *out) {
    size_t start = out->length;
    if (!write_reply(session, kind, frame, out)) return false;
    return out->length == start || jrpc_buffer_append(out, "\n", 1);
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

static inline bool answer(jrpci_session *session, jrpci_frame_kind kind, const jrpci_frame *frame,
                          jrpc_buffer *out) {
    switch (session->as.framing.kind) {
    case JRPC_FRAMING_LINE: return answer_line(session, kind, frame, out);
    case JRPC_FRAMING_CONTENT_LENGTH: return answer_measured(session, kind, frame, out);
    case JRPC_FRAMING_CONCATENATED: break;
    }
    return write_reply(session, kind, frame, out);
}

static const char *why(jrpci_frame_kind kind) {
    return kind == JRPCI_FRAME_GARBAGE ? "no document where one should begin"
                                       : "document over maxDocumentBytes";
}

/* A reply goes out whole or not at all. */
static void fail(jrpci_session *session, jrpc_buffer *out, size_t start) {
    out->length = start;
    jrpci_session_end(session, JRPCI_ABORT, out_of_memory);
}

static size_t feed(jrpci_session *session, const char *bytes, size_t length, jrpc_buffer *out, size_t mark) {
    const char *at = bytes;
    const char *end = bytes + length;
    jrpci_framing *framing = &session->as.framing;
    size_t start;
    while (session->ending == JRPCI_OPEN && (start = out->length) < mark) {
        jrpci_frame frame;
        jrpci_frame_kind kind = jrpci_framing_next(framing, at, (size_t)(end - at), &frame);
        at += frame.used;
        if (kind == JRPCI_FRAME_MORE) break;
        session->turn++;
        if (!answer(session, kind, &frame, out)) fail(session, out, start);
        if (kind == JRPCI_FRAME_DOCUMENT) continue;
        jrpci_session_end(session, JRPCI_LAST_ANSWER, why(kind));
        return length;
    }
    session->wait = jrpci_framing_inside(framing) ? JRPCI_WAIT_DOCUMENT : JRPCI_WAIT_IDLE;
    return (size_t)(at - bytes);
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
