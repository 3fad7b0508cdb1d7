/* SPDX-License-Identifier: MIT */
#include "content_length.h"

#include "http_text.h"

#include <string.h>

/* Reads decimal digits and nothing else; what does not fit becomes UINT64_MAX. */
static bool read_length(jrpci_text digits, uint64_t *value) {
    if (!digits.length) return false;
    *value = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9') return false;
        uint64_t digit = (uint64_t)(digits.at[i] - '0');
        *value = *value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *value * 10 + digit;
    }
    return true;
}

static bool read_field(jrpci_text line, bool *found, uint64_t *value) {
    const char *colon = memchr(line.at, ':', line.length);
    if (!colon) return false;
    jrpci_text name = {line.at, (size_t)(colon - line.at)};
    if (!jrpci_text_is_token(name)) return false;
    if (!jrpci_text_equals_folded(name, "content-length")) return true;
    if (*found) return false;
    *found = true;
    jrpci_text rest = {colon + 1, line.length - name.length - 1};
    return read_length(jrpci_text_trim(rest), value);
}

static jrpci_header_block parse_block(const char *bytes, size_t length) {
    jrpci_header_block block = {.kind = JRPCI_HEADER_BLOCK_BAD, .length = length};
    bool found = false;
    const char *end = bytes + length - 2; /* the empty line */
    for (const char *line = bytes; line < end;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        if (!feed || feed == line || feed[-1] != '\r') return block;
        jrpci_text text = {line, (size_t)(feed - line) - 1};
        if (!read_field(text, &found, &block.content_length)) return block;
        line = feed + 1;
    }
    if (found) block.kind = JRPCI_HEADER_BLOCK_WHOLE;
    return block;
}

/* A block that nearly every writer sends: the one field, in its usual spelling. False: it is another, or goes on; then
 * the long way finds out which. */
static bool read_usual(const char *bytes, size_t length, jrpci_header_block *block) {
    static const char name[] = "Content-Length: ";
    static const char end[] = "\r\n\r\n";
    const size_t digits_end = sizeof name - 1 + 18; /* more may not fit */
    size_t at = sizeof name - 1;
    if (length <= digits_end + sizeof end || memcmp(bytes, name, sizeof name - 1) != 0) return false;
    uint64_t value = 0;
    for (; at < digits_end && bytes[at] >= '0' && bytes[at] <= '9'; at++)
        value = value * 10 + (uint64_t)(bytes[at] - '0');
    if (at == sizeof name - 1 || memcmp(bytes + at, end, sizeof end - 1) != 0) return false;
    *block = (jrpci_header_block){JRPCI_HEADER_BLOCK_WHOLE, at + sizeof end - 1, value};
    return true;
}

/* Where the empty line ends, or NULL. `from` is at most at its line feed. */
static const char *find_end(const char *bytes, size_t length, size_t from) {
    const char *end = bytes + length;
    const char *feed = bytes + from;
    while ((feed = memchr(feed, '\n', (size_t)(end - feed)))) {
        feed++;
        if (feed - bytes >= 4 && memcmp(feed - 4, "\r\n\r\n", 4) == 0) return feed;
    }
    return NULL;
}

jrpci_header_block jrpci_header_block_read(const char *bytes, size_t length, size_t seen, size_t max) {
    const jrpci_header_block bad = {.kind = JRPCI_HEADER_BLOCK_BAD};
    jrpci_header_block usual;
    if (read_usual(bytes, length, &usual)) return usual.length > max ? bad : usual;
    /* Says at once that plain JSON is no header, instead of waiting for an empty line. */
    if (!jrpci_text_is_token((jrpci_text){bytes, 1})) return bad;
    const char *end = find_end(bytes, length, seen);
    if (!end) {
        if (length >= max) return bad;
        return (jrpci_header_block){.kind = JRPCI_HEADER_BLOCK_MORE};
    }
    size_t block = (size_t)(end - bytes);
    return block > max ? bad : parse_block(bytes, block);
}
