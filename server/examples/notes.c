/* SPDX-License-Identifier: MIT */
/* Methods with state of their own (the instance), of the caller (the context), with errors of their own, and one that calls
 * others of its service. */
#include <jrpc/jrpc.h>

#include <stdio.h>

#define NOTES 8
#define NOTE_BYTES 64

typedef struct notes {
    char text[NOTES][NOTE_BYTES];
    size_t length[NOTES];
    int32_t count;
} notes;

typedef struct caller {
    const char *name;
    bool may_write;
} caller;

static int32_t note_add(jrpc_call *call, jrpc_string text) {
    notes *own = jrpc_call_instance(call);
    const caller *by = jrpc_call_context(call);
    if (!by->may_write) return jrpc_call_fail(call, 1003, "not allowed"), 0;
    if (own->count == NOTES || text.length > NOTE_BYTES) {
        return jrpc_call_fail_data(call, 1002, "no room", "{\"notes\":8,\"bytes\":64}", 22), 0;
    }
    if (text.length) memcpy(own->text[own->count], text.data, text.length);
    own->length[own->count] = text.length;
    return own->count++;
}
JRPC_METHOD_CALL_AS(note_add, "note.add", int32_t, (jrpc_string, "text"));

static jrpc_string note_get(jrpc_call *call, int32_t index) {
    const notes *own = jrpc_call_instance(call);
    if (index < 0 || index >= own->count) return jrpc_call_fail(call, 1001, "note missing"), (jrpc_string){0};
    return (jrpc_string){own->text[index],
                         own->length[index]}; /* written before anything else runs: no copy needed */
}
JRPC_METHOD_CALL_AS(note_get, "note.get", jrpc_string, (int32_t, "index", 0));

/* Runs a whole document inside this call and returns its reply as raw JSON. */
static jrpc_raw note_batch(jrpc_call *call, jrpc_raw requests) {
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    jrpc_raw result = {"null", 4};
    if (jrpc_call_process(call, NULL, requests.data, requests.length, &reply, jrpc_call_context(call)) !=
        JRPC_OK) {
        jrpc_call_fail_internal(call, "the inner document could not be run");
    } else if (reply.length) {
        jrpc_string kept = jrpc_call_copy(call, reply.data, reply.length);
        result = (jrpc_raw){kept.data, kept.length};
    }
    jrpc_buffer_fini(&reply);
    return result;
}
JRPC_METHOD_CALL_AS(note_batch, "note.batch", jrpc_raw, (jrpc_raw, "requests"));

static void run(jrpc_dispatcher *dispatcher, jrpc_service *service, caller *by, const char *request) {
    jrpc_buffer reply;
    jrpc_buffer_init(&reply, NULL);
    if (jrpc_process(dispatcher, service, request, strlen(request), &reply, by) == JRPC_OK) {
        printf("%s: %.*s\n", by->name, (int)reply.length, reply.data);
    }
    jrpc_buffer_fini(&reply);
}

int main(void) {
    notes own = {.count = 0};
    caller ann = {"ann", true};
    caller bob = {"bob", false};
    jrpc_service *service;
    jrpc_dispatcher *dispatcher;
    if (jrpc_service_new(NULL, &service) != JRPC_OK || jrpc_dispatcher_new(NULL, &dispatcher) != JRPC_OK)
        return 1;
    static const jrpc_method *const methods[] = {&note_add_method, &note_get_method, &note_batch_method};
    if (jrpc_service_add(service, methods, 3, &own) != JRPC_OK) return 1;
    run(dispatcher, service, &ann, "{\"method\":\"note.add\",\"params\":[\"milk\"],\"id\":1}");
    run(dispatcher, service, &bob, "{\"method\":\"note.add\",\"params\":[\"beer\"],\"id\":2}");
    run(dispatcher, service, &bob, "{\"method\":\"note.get\",\"id\":3}");
    run(dispatcher, service, &bob, "{\"method\":\"note.get\",\"params\":{\"index\":7},\"id\":4}");
    run(dispatcher, service, &ann,
        "{\"method\":\"note.batch\",\"params\":[[{\"method\":\"note.add\",\"params\":[\"tea\"],\"id\":\"a\"},"
        "{\"method\":\"note.get\",\"params\":[1],\"id\":\"b\"}]],\"id\":5}");
    jrpc_dispatcher_free(dispatcher);
    jrpc_service_free(service);
    return 0;
}
