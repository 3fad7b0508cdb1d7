/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_TABLE_H
#define JRPCI_TABLE_H

#include "memory.h"

#include <jrpc/method.h>

/* A method as it was added to a service. */
typedef struct jrpci_row {
    uint64_t last; /* the end of its name, see below */
    const char *name;
    size_t length; /* of name; 0: this place is empty */
    const jrpc_method *method;
    void *instance;
} jrpci_row;

/* Methods by name, in open addressing: at most half of the places, a power of two, are taken. Never changed once made. */
typedef struct jrpci_table {
    jrpci_row *rows;
    size_t mask;    /* places less one */
    unsigned shift; /* what leaves as many bits of a hash as a place has */
    size_t count;
} jrpci_table;

/* The last eight bytes of a name, or all of a shorter one, in the lowest bytes. Those before the name must be readable up to
 * eight before its end. length: not 0. */
static inline uint64_t jrpci_name_last(const char *name, size_t length) {
    uint64_t word = jrpci_load8(name + length - 8);
    return length < 8 ? word >> (64 - 8 * length) : word;
}

/* Where to look for a name first. Names come from the service, so nobody can choose them to collide. */
static inline size_t jrpci_name_place(const jrpci_table *table, uint64_t last, const char *name,
                                      size_t length) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = last + length;
    for (size_t i = 0; i + 8 < length; i += 8) hash = hash * factor + jrpci_load8(name + i);
    return (size_t)(hash * factor >> table->shift);
}

/* Whether a name is the row's, which is as long and ends alike. */
static inline bool jrpci_row_begins(const jrpci_row *row, const char *name) {
    size_t length = row->length;
    for (size_t i = 0; i + 8 < length; i += 8) {
        if (jrpci_load8(row->name + i) != jrpci_load8(name + i)) return false;
    }
    return true;
}

/* The row of that name, or NULL. The name: as above. */
static inline const jrpci_row *jrpci_table_find(const jrpci_table *table, const char *name, size_t length) {
    if (length == 0) return NULL;
    uint64_t last = jrpci_name_last(name, length);
    for (size_t i = jrpci_name_place(table, last, name, length);; i = (i + 1) & table->mask) {
        const jrpci_row *row = &table->rows[i];
        if (row->last == last && row->length == length && (length <= 8 || jrpci_row_begins(row, name)))
            return row;
        if (row->length == 0) return NULL;
    }
}

/* How many bytes a table with these names takes: places and copies of the names. */
size_t jrpci_table_places(size_t count);
size_t jrpci_table_name_bytes(size_t length);

/* Makes a table of that many empty places. */
void jrpci_table_init(jrpci_table *table, jrpci_row *rows, size_t places);

/* Puts a method at its place; there is one free. name: as above, not empty, kept by pointer. */
void jrpci_table_put(jrpci_table *table, const char *name, const jrpc_method *method, void *instance);

#endif
