/* SPDX-License-Identifier: MIT */
#include "number_write.h"
#include "number_digits.h"
#include "number_shortest.h"

#include <stdbool.h>

char *jrpci_write_uint64(char *out, uint64_t value) {
    if (value < JRPCI_TEN_TO_8) return jrpci_write_small(out, (uint32_t)value);
    uint64_t rest = value / JRPCI_TEN_TO_8;
    if (value < JRPCI_TEN_TO_16) {
        out = jrpci_write_small(out, (uint32_t)rest);
    } else {
        out = jrpci_write_small(out, (uint32_t)(rest / JRPCI_TEN_TO_8));
        jrpci_write_eight(out, jrpci_eight_digits((uint32_t)(rest % JRPCI_TEN_TO_8)));
        out += 8;
    }
    jrpci_write_eight(out, jrpci_eight_digits((uint32_t)(value - rest * JRPCI_TEN_TO_8)));
    return out + 8;
}

static inline char *write_sign(char *out, bool negative) {
    *out = '-';
    return out + negative;
}

char *jrpci_write_int64(char *out, int64_t value) {
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return jrpci_write_uint64(write_sign(out, value < 0), magnitude);
}

#define NANOS_PER_UNIT INT64_C(1000000000)

/* An absolute value whose nanos may lie outside of [0, 10^9). */
typedef struct fixed {
    bool negative;
    uint64_t whole;
    int64_t nanos;
} fixed;

/* Brings nanos into their range by whole units; the sign may turn on the way. */
static fixed carry_nanos(fixed value) {
    int64_t carry = value.nanos / NANOS_PER_UNIT - (value.nanos % NANOS_PER_UNIT < 0);
    int64_t nanos = value.nanos - carry * NANOS_PER_UNIT;
    if (carry >= 0 || value.whole >= (uint64_t)-carry) {
        return (fixed){value.negative, value.whole + (uint64_t)carry, nanos};
    }
    int64_t beyond = -(((int64_t)value.whole + carry) * NANOS_PER_UNIT + nanos);
    return (fixed){!value.negative, (uint64_t)(beyond / NANOS_PER_UNIT), beyond % NANOS_PER_UNIT};
}

/* Nine digits of fraction: eight as ever, and one more if it counts. */
static char *write_nanos(char *out, uint32_t nanos) {
    uint32_t eight = nanos / 10;
    uint32_t last = nanos - eight * 10;
    char *end = jrpci_write_fraction(out, jrpci_eight_digits(eight));
    if (last == 0) return end;
    out[9] = (char)('0' + last);
    return out + 10;
}

char *jrpci_write_decimal(char *out, int64_t units, int32_t nanos) {
    bool negative = units < 0 || (units == 0 && nanos < 0);
    fixed value = {negative, units < 0 ? 0 - (uint64_t)units : (uint64_t)units,
                   negative ? -(int64_t)nanos : nanos};
    if (value.nanos < 0 || value.nanos >= NANOS_PER_UNIT) value = carry_nanos(value);
    out = write_sign(out, value.negative && (value.whole || value.nanos));
    if (value.whole < JRPCI_TEN_TO_8 && value.nanos % 10 == 0) {
        return jrpci_write_fixed(out, (uint32_t)value.whole, (uint32_t)(value.nanos / 10));
    }
    return write_nanos(jrpci_write_uint64(out, value.whole), (uint32_t)value.nanos);
}
