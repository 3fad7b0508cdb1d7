/* SPDX-License-Identifier: MIT */
#include <jrpc/write.h>

#include "escape.h"
#include "number_write.h"
#include "parse.h"
#include "raw.h"
#include "utf8.h"
#include "writer.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

bool jrpci_writer_grow(jrpci_call *call, size_t size) {
    jrpc_buffer *reply = call->reply;
    size_t limit = call->writer.limit;
    if (reply->length > limit ||
        (size > JRPCI_WRITER_SLACK && size - JRPCI_WRITER_SLACK > limit - reply->length)) {
        return jrpci_call_fail(call, JRPCI_FAILURE_LIMIT);
    }
    return jrpc_buffer_grow(reply, size) == JRPC_OK || jrpci_call_fail(call, JRPCI_FAILURE_MEMORY);
}

static bool misuse(jrpci_call *call) {
    return jrpci_call_fail(call, JRPCI_FAILURE_RESULT);
}

static bool in_object(const jrpci_call *call) {
    return call->writer.objects & 1;
}

static char last_byte(const jrpci_call *call) {
    return call->reply->data[call->reply->length - 1];
}

/* Writes the comma that is due before an element. False: a value may not stand here. */
static JRPCI_RARE bool separate(jrpci_call *call) {
    if (call->writer.depth == 0 || in_object(call)) return misuse(call);
    return JRPCI_WRITER_PUT(call, ",");
}

/* Makes room for a value's text. False: the call has failed. */
static inline bool begin_value(jrpci_call *call, size_t size) {
    if (UNLIKELY(!call->writer.ready) && !separate(call)) return false;
    return jrpci_writer_ensure(call, size);
}

static inline bool end_value(jrpci_call *call, const char *end) {
    jrpci_writer_commit(call, end);
    call->writer.ready = false;
    return true;
}

#define WRITE_WORD(call, word) write_word(jrpci_call_of(call), word, sizeof(word) - 1)

static bool write_word(jrpci_call *call, const char *word, size_t length) {
    if (!begin_value(call, length)) return false;
    char *out = jrpci_writer_end(call);
    memcpy(out, word, length);
    return end_value(call, out + length);
}

bool jrpc_write_null(jrpc_call *call) {
    return WRITE_WORD(call, "null");
}

bool jrpc_write__Bool(jrpc_call *call, bool value) {
    return value ? WRITE_WORD(call, "true") : WRITE_WORD(call, "false");
}

#define WRITE_NUMBER(T, name)                                                                                \
    bool jrpc_write_##T(jrpc_call *call, T value) {                                                          \
        jrpci_call *own = jrpci_call_of(call);                                                               \
        return begin_value(own, JRPCI_NUMBER_ROOM) &&                                                        \
               end_value(own, jrpci_write_##name(jrpci_writer_end(own), value));                             \
    }
WRITE_NUMBER(int64_t, int64)
WRITE_NUMBER(uint64_t, uint64)
WRITE_NUMBER(float, float)
WRITE_NUMBER(double, double)

bool jrpc_write_jrpc_decimal(jrpc_call *call, jrpc_decimal value) {
    jrpci_call *own = jrpci_call_of(call);
    return begin_value(own, JRPCI_NUMBER_ROOM) &&
           end_value(own, jrpci_write_decimal(jrpci_writer_end(own), value.units, value.nanos));
}

/* What is escaped at once: bounds how much more room is taken than is needed. */
#define PIECE_BYTES ((size_t)1024)
#define SEQUENCE_ROOM 4
#define VECTOR_BYTES 16

/* One character that is not plain, or one byte that is. NULL: it is not UTF-8. */
static char *write_character(char *out, const char **text, const char *end) {
    unsigned char byte = (unsigned char)**text;
    if (byte >= 0x80) {
        int length = jrpci_utf8_sequence(*text, end);
        if (length < 0) return NULL;
        memcpy(out, *text, (size_t)length);
        *text += length;
        return out + length;
    }
    ++*text;
    if (byte < ' ' || byte == '"' || byte == '\\') return jrpci_escape_write(out, byte);
    *out = (char)byte;
    return out + 1;
}

static char *write_piece(const jrpci_call *call, char *out, const char **text, const char *stop,
                         const char *end) {
    while (*text < stop) {
        if (stop - *text >= VECTOR_BYTES) {
            size_t plain = call->dispatcher->vector->copy_plain(out, *text, (size_t)(stop - *text));
            out += plain;
            *text += plain;
            if (plain) continue;
        }
        out = write_character(out, text, end);
        if (!out) return NULL;
    }
    return out;
}

/* The rest of a String, from where it is not plain, with its second quote. */
static JRPCI_RARE bool write_escaped(jrpci_call *call, const char *text, const char *end) {
    while (text < end) {
        size_t piece = (size_t)(end - text) < PIECE_BYTES ? (size_t)(end - text) : PIECE_BYTES;
        if (!jrpci_writer_ensure(call, piece * JRPCI_ESCAPE_ROOM + SEQUENCE_ROOM)) return false;
        char *out = write_piece(call, jrpci_writer_end(call), &text, text + piece, end);
        if (!out) return misuse(call);
        jrpci_writer_commit(call, out);
    }
    return JRPCI_WRITER_PUT(call, "\"");
}

bool jrpci_writer_string(jrpci_call *call, const char *text, size_t length) {
    if (!jrpci_writer_ensure(call, length + 2)) return false;
    char *out = jrpci_writer_end(call);
    *out++ = '"';
    size_t plain = call->dispatcher->vector->copy_plain(out, text, length);
    out += plain;
    if (plain == length) {
        *out = '"';
        jrpci_writer_commit(call, out + 1);
        return true;
    }
    jrpci_writer_commit(call, out);
    return write_escaped(call, text + plain, text + length);
}

bool jrpc_write_jrpc_string(jrpc_call *call, jrpc_string value) {
    jrpci_call *own = jrpci_call_of(call);
    if (UNLIKELY(!own->writer.ready) && !separate(own)) return false;
    own->writer.ready = false;
    return jrpci_writer_string(own, value.data, value.length);
}

bool jrpc_write_jrpc_raw(jrpc_call *call, jrpc_raw value) {
    jrpci_call *own = jrpci_call_of(call);
    if (!jrpci_raw_valid(own, value)) return call->failed ? false : misuse(own);
    return begin_value(own, value.length) && end_value(own, jrpci_raw_compact(jrpci_writer_end(own), value));
}

static bool begin_container(jrpci_call *call, char bracket, unsigned object) {
    if (call->writer.depth == JRPCI_WRITER_DEPTH) return misuse(call);
    if (!begin_value(call, 1)) return false;
    char *out = jrpci_writer_end(call);
    *out = bracket;
    jrpci_writer_commit(call, out + 1);
    call->writer.depth++;
    call->writer.objects = call->writer.objects << 1 | object;
    call->writer.ready = !object;
    return true;
}

static bool end_container(jrpci_call *call, char bracket) {
    if (!jrpci_writer_put(call, &bracket, 1)) return false;
    call->writer.depth--;
    call->writer.objects >>= 1;
    call->writer.ready = false;
    return true;
}

bool jrpc_write_array_begin(jrpc_call *call) {
    return begin_container(jrpci_call_of(call), '[', 0);
}

bool jrpc_write_array_end(jrpc_call *call) {
    jrpci_call *own = jrpci_call_of(call);
    if (own->writer.depth == 0 || in_object(own)) return misuse(own);
    return end_container(own, ']');
}

bool jrpc_write_object_begin(jrpc_call *call) {
    return begin_container(jrpci_call_of(call), '{', 1);
}

bool jrpc_write_name(jrpc_call *call, const char *name, size_t length) {
    jrpci_call *own = jrpci_call_of(call);
    if (!in_object(own) || own->writer.ready) return misuse(own);
    if (last_byte(own) != '{' && !JRPCI_WRITER_PUT(own, ",")) return false;
    if (!jrpci_writer_string(own, name, length) || !JRPCI_WRITER_PUT(own, ":")) return false;
    own->writer.ready = true;
    return true;
}

bool jrpc_write_object_end(jrpc_call *call) {
    jrpci_call *own = jrpci_call_of(call);
    if (!in_object(own) || own->writer.ready) return misuse(own);
    return end_container(own, '}');
}

bool jrpc_call_write(jrpc_call *call, const jrpc_type *type, const void *value) {
    if (call->serializer->write(call->serializer, call, type, value)) return true;
    return call->failed ? false : misuse(jrpci_call_of(call));
}
