/* SPDX-License-Identifier: MIT */
#ifndef APP_SERVICE_KIND_H
#define APP_SERVICE_KIND_H

#include <jrpc/jrpc.h>

/* What a service is made from. Each service_NAME.c defines one and knows nothing of the others. */
typedef struct app_service_kind {
    const char *name, *about;
    const jrpc_method *const *methods; /* the last one is NULL */
    size_t state_size; /* of what jrpc_call_instance tells its methods, all zero at first; 0: nothing */
    jrpc_version_policy version; /* its default */
    const char *removed;         /* a method that is taken out again once it is registered; NULL: none */
} app_service_kind;

extern const app_service_kind app_service_benchmark, app_service_conformance, app_service_binding;

#endif
