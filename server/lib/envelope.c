/* SPDX-License-Identifier: MIT */
#include "envelope.h"

#include "memory.h"

typedef enum member { MEMBER_ID, MEMBER_VERSION, MEMBER_METHOD, MEMBER_PARAMS, MEMBER_OTHER } member;

/* The values by member, and which occur more than once. */
typedef struct members {
    const jrpc_value *value[MEMBER_OTHER + 1];
    unsigned repeated; /* a bit for each member */
} members;

/* Names of up to eight bytes as one word. */
#define WORD_ID UINT64_C(0x6469)
#define WORD_METHOD UINT64_C(0x646f6874656d)
#define WORD_PARAMS UINT64_C(0x736d61726170)
#define WORD_JSONRPC UINT64_C(0x6370726e6f736a)
#define WORD_2_0 UINT64_C(0x302e32)

static member member_of_word(uint64_t word) {
    switch (word) {
    case WORD_ID: return MEMBER_ID;
    case WORD_JSONRPC: return MEMBER_VERSION;
    case WORD_METHOD: return MEMBER_METHOD;
    case WORD_PARAMS: return MEMBER_PARAMS;
    default: return MEMBER_OTHER;
    }
}

static member member_of_escaped(const jrpc_call *call, const jrpc_value *name) {
    if (jrpc_value_equals(call, name, "id", 2)) return MEMBER_ID;
    if (jrpc_value_equals(call, name, "jsonrpc", 7)) return MEMBER_VERSION;
    if (jrpc_value_equals(call, name, "method", 6)) return MEMBER_METHOD;
    if (jrpc_value_equals(call, name, "params", 6)) return MEMBER_PARAMS;
    return MEMBER_OTHER;
}

/* The document's padding lets eight bytes be loaded anywhere. A raw name holds no NUL, so that a shorter one cannot pass
 * for one of these. */
static inline member member_of(const jrpc_call *call, const jrpc_value *name) {
    if (name->flags) return member_of_escaped(call, name);
    if (name->length - 1 > 7) return MEMBER_OTHER;
    return member_of_word(jrpci_load8(call->text + name->offset) & jrpci_first_bytes(name->length));
}

static void collect(const jrpc_call *call, const jrpc_value *object, members *found) {
    const jrpc_value *end = jrpc_value_end(object);
    for (const jrpc_value *m = jrpc_value_begin(object); m != end; m = jrpc_value_after(m + 1)) {
        member which = member_of(call, m);
        if (found->value[which]) found->repeated |= 1U << which;
        found->value[which] = m + 1;
    }
}

static bool is_2_0(const jrpc_call *call, const jrpc_value *version) {
    if (version->kind != JRPC_STRING) return false;
    if (version->flags) return jrpc_value_equals(call, version, "2.0", 3);
    return version->length == 3 && (jrpci_load8(call->text + version->offset) & 0xffffff) == WORD_2_0;
}

static const char *check_id(const members *found, jrpci_envelope *envelope) {
    const jrpc_value *id = found->value[MEMBER_ID];
    if (found->repeated & 1U << MEMBER_ID) return "The member id is there more than once.";
    if (!id) return NULL;
    if (id->kind != JRPC_NUMBER && id->kind != JRPC_STRING && id->kind != JRPC_NULL) {
        return "The member id is neither a String nor a Number nor Null.";
    }
    envelope->id = id;
    return NULL;
}

static const char *check_repeated(const members *found) {
    if (!(found->repeated & ~(1U << MEMBER_OTHER))) return NULL;
    if (found->repeated & 1U << MEMBER_VERSION) return "The member jsonrpc is there more than once.";
    if (found->repeated & 1U << MEMBER_METHOD) return "The member method is there more than once.";
    return "The member params is there more than once.";
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
    if (!why) why = check_repeated(&found);
    if (!why) why = check_version(call, found.value[MEMBER_VERSION], policy);
    if (!why) why = check_method(found.value[MEMBER_METHOD], envelope);
    if (!why) why = check_params(found.value[MEMBER_PARAMS], envelope);
    return why;
}
