/* SPDX-License-Identifier: MIT */
#include "envelope.h"

#include "memory.h"

#define WORD_2_0 UINT64_C(0x22302e32)

/* The values of the members, and a bit for each that is there more than once. */
typedef struct members {
    const jrpc_value *value[JRPCI_MEMBERS];
    unsigned repeated;
} members;

static jrpci_member member_of_escaped(const jrpc_call *call, const jrpc_value *name) {
    if (jrpc_value_equals(call, name, "id", 2)) return JRPCI_MEMBER_ID;
    if (jrpc_value_equals(call, name, "jsonrpc", 7)) return JRPCI_MEMBER_VERSION;
    if (jrpc_value_equals(call, name, "method", 6)) return JRPCI_MEMBER_METHOD;
    if (jrpc_value_equals(call, name, "params", 6)) return JRPCI_MEMBER_PARAMS;
    return JRPCI_MEMBER_OTHER;
}

static inline void keep(members *found, unsigned member, const jrpc_value *value) {
    if (found->value[member]) found->repeated |= 1U << member;
    found->value[member] = value;
}

/* From a name with escapes on. */
static JRPCI_RARE void collect_escaped(const jrpc_call *call, const jrpc_value *m, const jrpc_value *end,
                                       members *found) {
    for (; m != end; m = jrpc_value_after(m + 1)) {
        unsigned member = m->member == JRPCI_MEMBER_ESCAPED ? member_of_escaped(call, m) : m->member;
        if (member) keep(found, member, m + 1);
    }
}

static inline void collect(const jrpc_call *call, const jrpc_value *object, members *found) {
    const jrpc_value *end = jrpc_value_end(object);
    for (const jrpc_value *m = jrpc_value_begin(object); m != end; m = jrpc_value_after(m + 1)) {
        if (m->member == JRPCI_MEMBER_ESCAPED) {
            collect_escaped(call, m, end, found);
            return;
        }
        if (m->member) keep(found, m->member, m + 1);
    }
}

static JRPCI_RARE const char *repeated_member(unsigned repeated) {
    if (repeated & 1U << JRPCI_MEMBER_VERSION) return "The member jsonrpc is there more than once.";
    if (repeated & 1U << JRPCI_MEMBER_METHOD) return "The member method is there more than once.";
    return "The member params is there more than once.";
}

static inline bool is_2_0(const jrpc_call *call, const jrpc_value *version) {
    if (version->kind != JRPC_STRING || version->flags) return jrpc_value_equals(call, version, "2.0", 3);
    return version->length == 3 && (uint32_t)jrpci_load8(call->text + version->offset) == WORD_2_0;
}

static const char *check_id(const members *found, jrpci_envelope *envelope) {
    const jrpc_value *id = found->value[JRPCI_MEMBER_ID];
    if (found->repeated & 1U << JRPCI_MEMBER_ID) return "The member id is there more than once.";
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
    members found = {{NULL}, 0};
    collect(call, element, &found);
    const char *why = check_id(&found, envelope);
    if (!why && found.repeated) why = repeated_member(found.repeated);
    if (!why) why = check_version(call, found.value[JRPCI_MEMBER_VERSION], policy);
    if (!why) why = check_method(found.value[JRPCI_MEMBER_METHOD], envelope);
    if (!why) why = check_params(found.value[JRPCI_MEMBER_PARAMS], envelope);
    return why;
}
