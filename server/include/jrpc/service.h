/* SPDX-License-Identifier: MIT */
#ifndef JRPC_SERVICE_H
#define JRPC_SERVICE_H

#include <jrpc/allocator.h>
#include <jrpc/limits.h>
#include <jrpc/method.h>
#include <jrpc/serializer.h>

/* A named set of methods with its own limits and policies. Every function here may be called from any thread,
 * also while the service is serving and from inside its methods. */
typedef struct jrpc_service jrpc_service;

/* What is asked of the member jsonrpc (specification, section 4). */
typedef enum jrpc_version_policy {
    JRPC_VERSION_LENIENT, /* it may be absent, else it must be exactly "2.0" */
    JRPC_VERSION_STRICT,  /* it must be there and be exactly "2.0" */
    JRPC_VERSION_IGNORE   /* it may be anything */
} jrpc_version_policy;

typedef struct jrpc_service_options {
    const jrpc_allocator *allocator; /* NULL: the C library's. Only jrpc_service_new looks at it */
    jrpc_limits limits;
    jrpc_version_policy version;
    bool ignore_unknown_params;        /* a named param that the method lacks is passed over; else -32602 */
    bool details;                      /* errors tell people more than callers need: for development */
    const jrpc_serializer *serializer; /* NULL: the built-in functions */
    void *user;                        /* for jrpc_call_user */
} jrpc_service_options;

/* The defaults: the C library's memory, the limits of limits.h, lenient, nothing ignored, no details. */
void jrpc_service_options_init(jrpc_service_options *options);

/* Makes a service without methods and puts it at *service, counted once. options: NULL means the defaults;
 * copied. JRPC_E_MEMORY. JRPC_E_ARGUMENT: service is NULL, or an option is out of its range. */
jrpc_status jrpc_service_new(const jrpc_service_options *options, jrpc_service **service);

/* Counts another owner. service is not NULL. */
jrpc_service *jrpc_service_retain(jrpc_service *service);

/* Drops one owner; the last one's frees the service. No call may be running on a freed one. NULL does
 * nothing. Dispatchers that used it keep what they hold of it until jrpc_dispatcher_idle or _free, in
 * whatever order. */
void jrpc_service_free(jrpc_service *service);

/* Adds `count` methods, all or none. No request that begins after this has returned misses them. instance:
 * what jrpc_call_instance tells these methods; NULL is fine. JRPC_E_NAME: a wire name is "", blank, no UTF-8,
 * exactly `$/cancelRequest`, or begins with `rpc.` (specification, section 8). JRPC_E_TAKEN: a name is
 * registered already, or is twice among these. JRPC_E_ARGUMENT: a NULL, a method without function, two params
 * of one name, or more than 16 params. JRPC_E_MEMORY. */
jrpc_status jrpc_service_add(jrpc_service *service, const jrpc_method *const *methods, size_t count,
                             void *instance);

/* Removes the method of that wire name. No request that begins after this has returned reaches it; calls that
 * run go on. JRPC_E_UNKNOWN: there is none. JRPC_E_MEMORY: it is still there. */
jrpc_status jrpc_service_remove(jrpc_service *service, const char *name);

/* Replaces all options but the allocator. Documents that begin after this has returned are held to them.
 * JRPC_E_ARGUMENT, JRPC_E_MEMORY: nothing changed. */
jrpc_status jrpc_service_configure(jrpc_service *service, const jrpc_service_options *options);

/* A copy of the options in force. */
void jrpc_service_options_get(jrpc_service *service, jrpc_service_options *options);

#endif
