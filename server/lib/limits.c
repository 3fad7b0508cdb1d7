/* SPDX-License-Identifier: MIT */
#include <jrpc/limits.h>

#include <string.h>

void jrpc_limits_init(jrpc_limits *limits) {
    *limits = (jrpc_limits){JRPC_MAX_DOCUMENT_BYTES, JRPC_MAX_BATCH_COUNT, JRPC_MAX_DEPTH, JRPC_MAX_VALUES,
                            JRPC_MAX_REPLY_BYTES};
}

static size_t *find_limit(jrpc_limits *limits, const char *name) {
    if (strcmp(name, "maxDocumentBytes") == 0) return &limits->max_document_bytes;
    if (strcmp(name, "maxBatchCount") == 0) return &limits->max_batch_count;
    if (strcmp(name, "maxDepth") == 0) return &limits->max_depth;
    if (strcmp(name, "maxValues") == 0) return &limits->max_values;
    if (strcmp(name, "maxReplyBytes") == 0) return &limits->max_reply_bytes;
    return NULL;
}

jrpc_status jrpc_limits_set(jrpc_limits *limits, const char *name, uint64_t value) {
    size_t *limit = find_limit(limits, name);
    if (!limit) return JRPC_E_UNKNOWN;
    if (value > SIZE_MAX) return JRPC_E_ARGUMENT;
    if (limit == &limits->max_depth && value > JRPC_MAX_DEPTH_CAP) return JRPC_E_ARGUMENT;
    *limit = (size_t)value;
    return JRPC_OK;
}
