/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_TABLE_H
#define JRPCI_TABLE_H

#include "memory.h"

#include <jrpc/method.h>

/* A method as it was added to a service. */
typedef struct jrpci_row {
    uint64_t hash;
    const char *name;          /* zeros fill its last eight bytes */
    size_t length;             /* of name */
    const jrpc_method *method; /* NULL: this place is empty */
    void *instance;
} jrpci_row;

/* Methods by name, in open addressing: at most half of the places, a power of two, are taken. Never changed once made. */
typedef struct jrpci_table {
    jrpci_row *rows;
    size_t mask; /* places less one */
    size_t count;
} jrpci_table;

/* Where the last eight bytes of a name begin, names of up to eight having nothing before. */
static inline size_t jrpci_name_tail(size_t length) {
    return length ? (length - 1) / 8 * 8 : 0;
}

/* The last word of a name, what lies behind it taken off. Eight bytes must be readable there. */
static inline uint64_t jrpci_name_last(const char *name, size_t length) {
    size_t tail = jrpci_name_tail(length);
    return length ? jrpci_load8(name + tail) & jrpci_first_bytes(length - tail) : 0;
}

/* One multiplication for each eight bytes. Names come from the service, so nobody can choose them to collide. */
static inline uint64_t jrpci_name_hash(const char *name, size_t length) {
    uint64_t hash = length;
    size_t tail = jrpci_name_tail(length);
    for (size_t i = 0; i < tail; i += 8) hash = (hash ^ jrpci_load8(name + i)) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ jrpci_name_last(name, length)) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Whether a name is the row's, which is as long and has the same hash. Of up to eight bytes it must be: each step of the hash
 * can be undone, so that different words of one length have different hashes. */
static inline bool jrpci_row_has_name(const jrpci_row *row, const char *name) {
    size_t tail = jrpci_name_tail(row->length);
    if (tail == 0) return true;
    for (size_t i = 0; i < tail; i += 8) {
        if (jrpci_load8(row->name + i) != jrpci_load8(name + i)) return false;
    }
    return jrpci_name_last(row->name, row->length) == jrpci_name_last(name, row->length);
}

/* The row of that name, or NULL. Eight bytes must be readable from any byte of the name on. */
static inline const jrpci_row *jrpci_table_find(const jrpci_table *table, const char *name, size_t length) {
    uint64_t hash = jrpci_name_hash(name, length);
    for (size_t i = (size_t)hash;; i++) {
        const jrpci_row *row = &table->rows[i & table->mask];
        if (!row->method) return NULL;
        if (row->hash == hash && row->length == length && jrpci_row_has_name(row, name)) return row;
    }
}

/* How many bytes a table with these names takes: places and copies of the names. */
size_t jrpci_table_places(size_t count);
size_t jrpci_table_name_bytes(size_t length);

/* Puts a row at its place; there is one free. name: as above. */
void jrpci_table_put(jrpci_table *table, jrpci_row row);

#endif
