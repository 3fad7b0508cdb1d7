/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include <errno.h>
#include <poll.h>

/* A slow reader reads this much at a time, and waits so long before the first pieces. */
#define SLOW_BYTES 2048u
#define SLOW_PIECES 50
#define SLOW_MILLISECONDS 2
#define SLOW_STALL_SECONDS 0.2

void conf_exchange_fini(conf_exchange *exchange) {
    wire_buffer_fini(&exchange->in);
    wire_buffer_fini(&exchange->heard);
}

/* `length` bytes have come to the end of `in`. */
static void hear(conf_exchange *exchange, size_t length) {
    size_t room = CONF_HEARD_MAX - exchange->heard.length;
    wire_buffer_append(&exchange->heard, exchange->in.data + exchange->in.length,
                       length < room ? length : room);
    exchange->in.length += length;
}

/* Reads what is there. False: the connection ended. */
static bool take(conf_exchange *exchange, size_t most) {
    if (!wire_buffer_reserve(&exchange->in, most)) return false;
    ssize_t length = wire_receive(exchange->connection, exchange->in.data + exchange->in.length, most);
    if (length > 0) hear(exchange, (size_t)length);
    exchange->reset = exchange->reset || length == WIRE_BROKEN;
    exchange->ended = length == 0 || length == WIRE_BROKEN;
    return !exchange->ended;
}

/* Waits until more can be sent, or read. Whoever reads slowly does not read before the peer has taken
 * nothing for a while: then both directions are full, and nothing would move any more. False: the deadline
 * passed. */
static bool wait_to_send(conf_exchange *exchange, bool *full) {
    wire_time until = wire_after(SLOW_STALL_SECONDS);
    if (exchange->slow && !*full && until < exchange->deadline) {
        *full = wire_wait(exchange->connection, POLLOUT, until) == 0;
        return true;
    }
    short ready = wire_wait(exchange->connection, POLLIN | POLLOUT, exchange->deadline);
    if (ready & POLLIN) take(exchange, exchange->slow ? SLOW_BYTES : 65536);
    return ready != 0;
}

static void send_all(conf_exchange *exchange, const char *bytes, size_t length) {
    bool full = false;
    while (length && !exchange->ended) {
        ssize_t sent = wire_send(exchange->connection, bytes, length);
        if (sent == WIRE_BROKEN) {
            exchange->reset = exchange->reset || errno == ECONNRESET;
            return;
        }
        if (sent == WIRE_WOULD_BLOCK) {
            if (!wait_to_send(exchange, &full)) return;
            continue;
        }
        bytes += sent;
        length -= (size_t)sent;
    }
}

void conf_send(conf_exchange *exchange, wire_slice bytes, conf_writes writes) {
    exchange->slow = writes == CONF_SLOW_READER;
    if (writes != CONF_BYTE_BY_BYTE) {
        send_all(exchange, bytes.bytes, bytes.length);
        return;
    }
    for (size_t i = 0; i < bytes.length; i++) send_all(exchange, bytes.bytes + i, 1);
}

/* Between the two pieces of a case that has them: enough for the first to arrive alone, which no case depends on. */
#define PAUSE_MILLISECONDS 2

void conf_send_case(conf_exchange *exchange, wire_slice bytes, const conf_case *one) {
    size_t first = one->pause < bytes.length ? one->pause : bytes.length;
    if (first) {
        conf_send(exchange, (wire_slice){bytes.bytes, first}, CONF_AT_ONCE);
        poll(NULL, 0, PAUSE_MILLISECONDS);
    }
    conf_send(exchange, (wire_slice){bytes.bytes + first, bytes.length - first}, one->writes);
}

static bool receive_slowly(conf_exchange *exchange) {
    for (int i = 0; i < SLOW_PIECES; i++) {
        poll(NULL, 0, SLOW_MILLISECONDS);
        if (!take(exchange, SLOW_BYTES)) return false;
    }
    exchange->slow = false;
    return true;
}

bool conf_receive(conf_exchange *exchange) {
    if (exchange->ended) return false;
    if (exchange->slow) return receive_slowly(exchange);
    if (wire_wait(exchange->connection, POLLIN, exchange->deadline) == 0) return false;
    return take(exchange, 65536);
}
