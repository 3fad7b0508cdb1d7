/* SPDX-License-Identifier: MIT */
#include "table.h"

size_t jrpci_table_places(size_t count) {
    size_t places = 8;
    while (places < count * 2) places *= 2;
    return places;
}

size_t jrpci_table_name_bytes(size_t length) {
    return length / 8 * 8 + 8;
}

void jrpci_table_init(jrpci_table *table, jrpci_row *rows, size_t places) {
    *table = (jrpci_table){rows, places - 1, 64 - (unsigned)__builtin_ctzll(places), 0};
}

void jrpci_table_put(jrpci_table *table, const char *name, const jrpc_method *method, void *instance) {
    size_t length = strlen(name);
    uint64_t last = jrpci_name_last(name, length);
    size_t i = jrpci_name_place(table, last, name, length);
    while (table->rows[i].length) i = (i + 1) & table->mask;
    table->rows[i] = (jrpci_row){last, name, length, method, instance};
    table->count++;
}
