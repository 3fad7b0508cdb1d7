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

void jrpci_table_put(jrpci_table *table, jrpci_row row) {
    size_t i = (size_t)row.hash;
    while (table->rows[i & table->mask].method) i++;
    table->rows[i & table->mask] = row;
    table->count++;
}
