/* SPDX-License-Identifier: MIT */
/* A calculator: plain C functions, and one line each that makes a method of them. Each argument is a request; the replies
 * go to standard output. */
#include <jrpc/jrpc.h>

#include <stdio.h>

static double add(double l, double r) {
    return l + r;
}
JRPC_METHOD(add, double, (double, "l"), (double, "r"));

static int32_t scale(int32_t v, int32_t factor) {
    return (int32_t)((uint32_t)v * (uint32_t)factor);
}
JRPC_METHOD_AS(scale, "geometry.scale", int32_t, (int32_t, "v"), (int32_t, "factor", 10));

static double divide(jrpc_call *call, double dividend, double divisor) {
    if (divisor == 0) jrpc_call_fail(call, 1001, "division by zero");
    return dividend / divisor; /* not looked at if the call has failed */
}
JRPC_METHOD_CALL(divide, double, (double, "dividend"), (double, "divisor"));

static jrpc_decimal price(jrpc_decimal net) {
    return net;
}
JRPC_METHOD(price, jrpc_decimal, (jrpc_decimal, "net", 9, 990000000));

int main(int argc, char **argv) {
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    if (jrpc_service_new(NULL, &service) != JRPC_OK) return 1;
    if (jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK) return 1;
    static const jrpc_method *const methods[] = {&add_method, &scale_method, &divide_method, &price_method};
    jrpc_status status = jrpc_service_add(service, methods, sizeof methods / sizeof methods[0], NULL);
    if (status != JRPC_OK) {
        fprintf(stderr, "calculator: adding methods: %s\n", jrpc_status_str(status));
        return 1;
    }
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    for (int i = 1; i < argc; i++) {
        reply.length = 0;
        status = jrpc_process(dispatcher, service, argv[i], strlen(argv[i]), &reply, NULL);
        if (status != JRPC_OK) fprintf(stderr, "calculator: %s\n", jrpc_status_str(status));
        if (reply.length) printf("%.*s\n", (int)reply.length, reply.data); /* a notification has none */
    }
    jrpc_buffer_fini(&reply);
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
    return status == JRPC_OK ? 0 : 1;
}
