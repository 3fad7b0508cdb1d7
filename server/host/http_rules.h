/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HTTP_RULES_H
#define JRPCI_HTTP_RULES_H

#include "http_text.h"

#include <jrpc/host.h>

/* Names that were allowed, in lower case; "*" sets `any`. */
typedef struct jrpci_names {
    char **names;
    size_t count;
    bool any;
} jrpci_names;

/* Which HTTP requests a listener lets in. Does not change while the host runs. */
typedef struct jrpci_http_rules {
    const char *path;           /* the one that is served */
    bool loopback;              /* bound to loopback: only loopback names and those allowed are answered */
    bool no_content;            /* 204 for silence, else an empty 200 */
    const jrpci_names *hosts;   /* never NULL */
    const jrpci_names *origins; /* never NULL */
    bool (*authorise)(void *user, const jrpc_http_request *request);
    void *authorise_user;
} jrpci_http_rules;

jrpc_status jrpci_names_add(jrpci_names *names, const char *name, const jrpc_allocator *allocator);
void jrpci_names_fini(jrpci_names *names, const jrpc_allocator *allocator);

typedef enum jrpci_host_verdict { JRPCI_HOST_FINE, JRPCI_HOST_OTHER, JRPCI_HOST_BAD } jrpci_host_verdict;

/* Judges `uri-host [":" port]` of RFC 9110 section 7.2, so that a page whose name was made to resolve to this machine
 * reaches nothing. */
jrpci_host_verdict jrpci_http_rules_host(const jrpci_http_rules *rules, jrpci_text host);

/* What Access-Control-Allow-Origin says to an origin; NULL: it is not allowed. */
const char *jrpci_http_rules_origin(const jrpci_http_rules *rules, jrpci_text origin);

/* Whether a Content-Type is one of the JSON-RPC ones, with any parameters. */
bool jrpci_media_type_is_json(jrpci_text type);

/* A request target (RFC 9112 section 3.2) taken apart. */
typedef struct jrpci_target {
    enum { JRPCI_TARGET_PATH, JRPCI_TARGET_ABSOLUTE, JRPCI_TARGET_ASTERISK, JRPCI_TARGET_BAD } kind;
    jrpci_text authority; /* absolute form: it stands in for Host */
    jrpci_text path;      /* without its query */
} jrpci_target;

jrpci_target jrpci_target_read(jrpci_text text);

#endif
