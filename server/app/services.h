/* SPDX-License-Identifier: MIT */
#ifndef APP_SERVICES_H
#define APP_SERVICES_H

#include <jrpc/jrpc.h>

/* The services that jrpc-server offers: benchmark, conformance, binding. Each one made is apart from all others, with a
 * state of its own where its methods keep something between calls; the methods may run on any threads at once. */

typedef struct app_service app_service;

/* Makes the service of that name. options: NULL means those that app_service_options_init sets; their allocator serves
 * the state too. JRPC_E_UNKNOWN: no such service; the others as jrpc_service_new. *service is NULL on failure. */
jrpc_status app_service_new(const char *name, const jrpc_service_options *options, app_service **service);

/* Frees the service and its state. No call may be running on it, and every dispatcher that used it must have been freed
 * or told jrpc_dispatcher_idle. NULL does nothing. */
void app_service_free(app_service *service);

/* What to hand to jrpc_process and jrpc_served_service. Lives as long as `service`. */
jrpc_service *app_service_get(const app_service *service);

/* Its name. Constant. */
const char *app_service_name_of(const app_service *service);

/* The defaults of the service of that name: the library's, but the conformance service asks for the member jsonrpc.
 * JRPC_E_UNKNOWN: no such service; *options has the library's. */
jrpc_status app_service_options_init(const char *name, jrpc_service_options *options);

/* The n-th service's name and what it is, for people; NULL from the last one on. Constant. */
const char *app_service_name(size_t n);
const char *app_service_about(size_t n);

/* The benchmark service, which keeps no state, as a service of the library, to be freed as such. The errors of
 * jrpc_service_new. */
jrpc_status benchmark_service_new(jrpc_service **service);

#endif
