/* SPDX-License-Identifier: MIT */
#include "snapshot.h"

static bool stays(const jrpci_row *row, const char *removed) {
    return row->method && !(removed && strcmp(row->method->name, removed) == 0);
}

static size_t places_of(const jrpci_snapshot *snapshot) {
    return snapshot ? snapshot->table.mask + 1 : 0;
}

static size_t size_for(const jrpci_snapshot *old, const char *removed, const jrpci_entry *added, size_t count,
                       size_t *places) {
    size_t rows = count;
    size_t names = 0;
    for (size_t i = 0; i < places_of(old); i++) {
        const jrpci_row *row = &old->table.rows[i];
        if (!stays(row, removed)) continue;
        rows++;
        names += jrpci_table_name_bytes(row->length);
    }
    for (size_t i = 0; i < count; i++) names += jrpci_table_name_bytes(strlen(added[i].method->name));
    *places = jrpci_table_places(rows);
    return sizeof(jrpci_snapshot) + *places * sizeof(jrpci_row) + names;
}

/* Copies the name to *names and moves it on. */
static void put(jrpci_table *table, char **names, const jrpc_method *method, void *instance) {
    size_t length = strlen(method->name);
    size_t room = jrpci_table_name_bytes(length);
    char *name = *names;
    memset(name, 0, room);
    memcpy(name, method->name, length);
    *names += room;
    jrpci_table_put(table, name, method, instance);
}

static size_t limit_or(size_t limit, size_t lifted) {
    return limit && limit < lifted ? limit : lifted;
}

static void set_limits(jrpci_snapshot *snapshot) {
    const jrpc_limits *limits = &snapshot->options.limits;
    snapshot->max_document_bytes = limit_or(limits->max_document_bytes, JRPCI_DOCUMENT_BYTES_CAP);
    snapshot->max_batch_count = limit_or(limits->max_batch_count, SIZE_MAX);
    snapshot->max_reply_bytes = limit_or(limits->max_reply_bytes, SIZE_MAX / 2);
    snapshot->parse_limits.depth = limit_or(limits->max_depth, JRPC_MAX_DEPTH_CAP);
    snapshot->parse_limits.values = limit_or(limits->max_values, SIZE_MAX / sizeof(jrpc_value));
}

jrpci_snapshot *jrpci_snapshot_new(const jrpc_allocator *allocator, const jrpc_service_options *options,
                                   const jrpci_snapshot *old, const char *removed, const jrpci_entry *added,
                                   size_t count) {
    size_t places;
    size_t size = size_for(old, removed, added, count, &places);
    jrpci_snapshot *snapshot = jrpci_allocate(allocator, size);
    if (!snapshot) return NULL;
    memset(snapshot, 0, size);
    atomic_init(&snapshot->references, 1);
    snapshot->size = size;
    snapshot->allocator = allocator;
    snapshot->options = *options;
    set_limits(snapshot);
    jrpci_table_init(&snapshot->table, (jrpci_row *)(void *)(snapshot + 1), places);
    char *names = (char *)(snapshot->table.rows + places);
    for (size_t i = 0; i < places_of(old); i++) {
        const jrpci_row *row = &old->table.rows[i];
        if (stays(row, removed)) put(&snapshot->table, &names, row->method, row->instance);
    }
    for (size_t i = 0; i < count; i++) put(&snapshot->table, &names, added[i].method, added[i].instance);
    return snapshot;
}

void jrpci_snapshot_release(jrpci_snapshot *snapshot) {
    if (!snapshot) return;
    if (atomic_fetch_sub_explicit(&snapshot->references, 1, memory_order_acq_rel) != 1) return;
    jrpci_release(snapshot->allocator, snapshot, snapshot->size);
}

const jrpci_row *jrpci_snapshot_find(const jrpci_snapshot *snapshot, const char *name) {
    for (size_t i = 0; i <= snapshot->table.mask; i++) {
        const jrpci_row *row = &snapshot->table.rows[i];
        if (row->method && strcmp(row->name, name) == 0) return row;
    }
    return NULL;
}
