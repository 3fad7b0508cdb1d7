/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include "wire/framing.h"

#include <stdlib.h>

/* The driver for raw streams: wire's framings over TCP and Unix sockets. */

static void wrap(const void *context, wire_buffer *out, const char *document, size_t length) {
    const wire_address *address = context;
    wire_frame(out, address->framing, document, length);
}

static void *reader_new(const wire_address *address) {
    wire_splitter *splitter = malloc(sizeof *splitter);
    if (splitter) wire_splitter_init(splitter, address->framing);
    return splitter;
}

static bool is_white_space(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Documents that stand back to back may have white space between them, which the splitter takes as the
 * beginning of the next one. Whoever writes it writes it behind each reply, though, so there it is
 * counted. */
static void move_gap(const wire_splitter *splitter, wire_slice bytes, load_message *message) {
    if (splitter->framing != WIRE_CONCATENATED) return;
    while (message->gap < message->length && is_white_space(bytes.bytes[message->gap])) message->gap++;
    while (message->length < bytes.length && is_white_space(bytes.bytes[message->length])) message->length++;
}

static load_next next(void *reader, wire_slice bytes, load_message *message, wire_error *error) {
    wire_splitter *splitter = reader;
    switch (wire_split(splitter, bytes.bytes, bytes.length, &message->document, &message->length)) {
    case WIRE_SPLIT_DOCUMENT: move_gap(splitter, bytes, message); return LOAD_NEXT_MESSAGE;
    case WIRE_SPLIT_MORE: return LOAD_NEXT_MORE;
    default:
        wire_error_set(error, "what the server sends is not a stream of documents: %s", splitter->message);
        return LOAD_NEXT_BAD;
    }
}

static const load_framing framing = {wrap, reader_new, free, next};

const load_driver_table load_stream_driver = {
    "stream", &framing, load_exchange_learn, load_exchange_open, load_exchange_drive, load_exchange_close};
