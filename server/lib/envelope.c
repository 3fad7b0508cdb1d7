/* SPDX-License-Identifier: MIT */
#include "envelope.h"

#include "memory.h"

/* The values of the members, and which of them are there more than once. */
typedef struct members {
    const jrpc_value *id, *version, *method, *params;
    unsigned repeated;
} members;

enum { REPEATED_ID = 1, REPEATED_VERSION = 2, REPEATED_METHOD = 4, REPEATED_PARAMS = 8 };

/* The names with the quote that ends them, as they lie in a word; shifted up where they are shorter than eight bytes. */
#define WORD_ID (UINT64_C(0x226469) << 40)
#define WORD_METHOD (UINT64_C(0x22646f6874656d) << 8)
#define WORD_PARAMS (UINT64_C(0x22736d61726170) << 8)
#define WORD_JSONRPC UINT64_C(0x226370726e6f736a)
#define WORD_2_0 UINT64_C(0x22302e32)

static inline void keep(members *found, const jrpc_value **place, const jrpc_value *value,
                        unsigned repeated) {
    if (*place) found->repeated |= repeated;
    *place = value;
}

static __attribute__((noinline)) void collect_escaped(const jrpc_call *call, const jrpc_value *name,
                                                      members *found) {
    if (jrpc_value_equals(call, name, "id", 2)) keep(found, &found->id, name + 1, REPEATED_ID);
    if (jrpc_value_equals(call, name, "jsonrpc", 7)) keep(found, &found->version, name + 1, REPEATED_VERSION);
    if (jrpc_value_equals(call, name, "method", 6)) keep(found, &found->method, name + 1, REPEATED_METHOD);
    if (jrpc_value_equals(call, name, "params", 6)) keep(found, &found->params, name + 1, REPEATED_PARAMS);
}

/* A name has eight bytes behind it, thanks to the document's padding. */
static inline void collect_plain(const jrpc_call *call, const jrpc_value *name, members *found) {
    uint64_t word = jrpci_load8(call->text + name->offset);
    if (name->length == 6) {
        if (word << 8 == WORD_METHOD) {
            keep(found, &found->method, name + 1, REPEATED_METHOD);
        } else if (word << 8 == WORD_PARAMS) {
            keep(found, &found->params, name + 1, REPEATED_PARAMS);
        }
    } else if (name->length == 7) {
        if (word == WORD_JSONRPC) keep(found, &found->version, name + 1, REPEATED_VERSION);
    } else if (name->length == 2) {
        if (word << 40 == WORD_ID) keep(found, &found->id, name + 1, REPEATED_ID);
    }
}

static inline members collect(const jrpc_call *call, const jrpc_value *object) {
    members found = {NULL, NULL, NULL, NULL, 0};
    const jrpc_value *end = jrpc_value_end(object);
    for (const jrpc_value *m = jrpc_value_begin(object); m != end; m = jrpc_value_after(m + 1)) {
        if (m->flags) {
            members copy = found; /* so that `found` can stay in registers */
            collect_escaped(call, m, &copy);
            found = copy;
        } else {
            collect_plain(call, m, &found);
        }
    }
    return found;
}

static const char *repeated_member(unsigned repeated) {
    if (repeated & REPEATED_VERSION) return "The member jsonrpc is there more than once.";
    if (repeated & REPEATED_METHOD) return "The member method is there more than once.";
    return "The member params is there more than once.";
}

static bool is_2_0(const jrpc_call *call, const jrpc_value *version) {
    if (version->kind != JRPC_STRING) return false;
    if (version->flags) return jrpc_value_equals(call, version, "2.0", 3);
    return version->length == 3 && (uint32_t)jrpci_load8(call->text + version->offset) == WORD_2_0;
}

static const char *check_id(const members *found, jrpci_envelope *envelope) {
    const jrpc_value *id = found->id;
    if (found->repeated & REPEATED_ID) return "The member id is there more than once.";
    if (!id) return NULL;
    if (id->kind != JRPC_NUMBER && id->kind != JRPC_STRING && id->kind != JRPC_NULL) {
        return "The member id is neither a String nor a Number nor Null.";
    }
    envelope->id = id;
    return NULL;
}

static const char *check_version(const jrpc_call *call, const jrpc_value *version,
                                 jrpc_version_policy policy) {
    if (policy == JRPC_VERSION_IGNORE) return NULL;
    if (!version) return policy == JRPC_VERSION_STRICT ? "The member jsonrpc is missing." : NULL;
    return is_2_0(call, version) ? NULL : "The member jsonrpc is not the String 2.0.";
}

static const char *check_method(const jrpc_value *method, jrpci_envelope *envelope) {
    if (!method) return "The member method is missing.";
    if (method->kind != JRPC_STRING) return "The member method is not a String.";
    envelope->method = method;
    return NULL;
}

static const char *check_params(const jrpc_value *params, jrpci_envelope *envelope) {
    if (!params || params->kind == JRPC_NULL) return NULL;
    if (params->kind < JRPC_ARRAY) return "The member params is neither an Array nor an Object.";
    envelope->params = params;
    return NULL;
}

const char *jrpci_envelope_read(const jrpc_call *call, const jrpc_value *element, jrpc_version_policy policy,
                                jrpci_envelope *envelope) {
    *envelope = (jrpci_envelope){NULL, NULL, NULL};
    if (element->kind != JRPC_OBJECT) return "A request is an Object.";
    members found = collect(call, element);
    const char *why = check_id(&found, envelope);
    if (!why && found.repeated) why = repeated_member(found.repeated);
    if (!why) why = check_version(call, found.version, policy);
    if (!why) why = check_method(found.method, envelope);
    if (!why) why = check_params(found.params, envelope);
    return why;
}
