/* SPDX-License-Identifier: MIT */
#include "bind.h"

#include "utf8.h"

#include <stdio.h>

bool jrpci_params_fit(const jrpc_method *method) {
    if (method->count > JRPCI_PARAMS_MAX || (method->count && !method->params)) return false;
    for (size_t i = 0; i < method->count; i++) {
        const jrpc_param *param = &method->params[i];
        if (!param->name || !param->type || !jrpci_utf8_valid(param->name, param->length)) return false;
        for (size_t j = 0; j < i; j++) {
            const jrpc_param *other = &method->params[j];
            if (param->length == other->length && memcmp(param->name, other->name, param->length) == 0)
                return false;
        }
    }
    return true;
}

/* Fails the call with a sentence that is a constant. */
static JRPCI_RARE bool refuse(jrpci_call *call, const char *sentence) {
    jrpci_call_fail(call, JRPCI_FAILURE_PARAMS);
    call->failure.text = (jrpc_string){sentence, strlen(sentence)};
    return false;
}

/* Fails the call with a sentence around the name of one of the method's parameters. */
static JRPCI_RARE bool refuse_param(jrpci_call *call, const jrpc_param *param, const char *rest) {
    static const char format[] = "The parameter %.*s%s";
    size_t size = sizeof format + param->length + strlen(rest);
    char *sentence = jrpc_call_alloc(&call->head, size);
    if (!sentence) return false;
    int length = snprintf(sentence, size, format, (int)param->length, param->name, rest);
    jrpci_call_fail(call, JRPCI_FAILURE_PARAMS);
    call->failure.text = (jrpc_string){sentence, (size_t)length};
    return false;
}

static JRPCI_RARE bool refuse_count(jrpci_call *call, size_t given, size_t count) {
    char sentence[96];
    snprintf(sentence, sizeof sentence, "%zu parameter%s given; the method takes %s%zu.", given,
             given == 1 ? "" : "s", count ? "at most " : "", count);
    return jrpc_call_fail_params(&call->head, sentence);
}

static bool may_be_absent(const jrpc_param *param) {
    return param->default_value || param->type->kind == JRPC_TYPE_OPTIONAL;
}

/* Whether each parameter from `first` on that has no value may be absent. */
static __attribute__((noinline)) bool check_absent(jrpci_call *call, const jrpc_method *method,
                                                   const jrpc_value *const *arguments, size_t first) {
    for (size_t i = first; i < method->count; i++) {
        const jrpc_param *param = &method->params[i];
        if (!arguments[i] && !may_be_absent(param)) return refuse_param(call, param, " is missing.");
    }
    return true;
}

static bool bind_by_position(jrpci_call *call, const jrpc_method *method, const jrpc_value *params,
                             const jrpc_value **arguments) {
    size_t given = params ? (size_t)params->digits : 0;
    if (given > method->count) return refuse_count(call, given, method->count);
    const jrpc_value *value = params ? jrpc_value_begin(params) : NULL;
    for (size_t i = 0; i < given; i++) {
        arguments[i] = value;
        value = jrpc_value_after(value);
    }
    if (given == method->count) return true;
    for (size_t i = given; i < method->count; i++) arguments[i] = NULL;
    return check_absent(call, method, arguments, given);
}

/* The parameter of that name, `guess` being looked at first. method->count: there is none. */
static size_t find_param(const jrpci_call *call, const jrpc_method *method, const jrpc_value *name,
                         size_t guess) {
    for (size_t i = 0; i < method->count; i++) {
        size_t index = guess + i < method->count ? guess + i : guess + i - method->count;
        const jrpc_param *param = &method->params[index];
        if (jrpc_value_equals(&call->head, name, param->name, param->length)) return index;
    }
    return method->count;
}

static __attribute__((noinline)) bool bind_by_name(jrpci_call *call, const jrpc_method *method,
                                                   const jrpc_value *params, const jrpc_value **arguments) {
    for (size_t i = 0; i < method->count; i++) arguments[i] = NULL;
    const jrpc_value *end = jrpc_value_end(params);
    size_t guess = 0; /* most callers name them in order */
    for (const jrpc_value *m = jrpc_value_begin(params); m != end; m = jrpc_value_after(m + 1)) {
        size_t index = find_param(call, method, m, guess);
        if (index == method->count) {
            if (call->snapshot->options.ignore_unknown_params) continue;
            return refuse(call, "A parameter is given that the method does not have.");
        }
        if (arguments[index]) return refuse_param(call, &method->params[index], " is given more than once.");
        arguments[index] = m + 1;
        guess = index + 1 < method->count ? index + 1 : 0;
    }
    return check_absent(call, method, arguments, 0);
}

bool jrpci_bind_slow(jrpci_call *call, const jrpc_method *method, const jrpc_value *params,
                     const jrpc_value *arguments[JRPCI_PARAMS_MAX]) {
    if (params && params->kind == JRPC_OBJECT) return bind_by_name(call, method, params, arguments);
    return bind_by_position(call, method, params, arguments);
}
