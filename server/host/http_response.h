/* SPDX-License-Identifier: MIT */
#ifndef JRPCI_HTTP_RESPONSE_H
#define JRPCI_HTTP_RESPONSE_H

#include <jrpc/buffer.h>

#include <stdbool.h>

/* What every response of one request says besides its status. */
typedef struct jrpci_http_manner {
    bool close;         /* Connection: close */
    bool keep_alive;    /* Connection: keep-alive, for HTTP/1.0 */
    bool preflight;     /* an OPTIONS from an allowed origin */
    bool allow;         /* Allow: POST */
    const char *origin; /* for Access-Control-Allow-Origin; NULL: no CORS fields */
} jrpci_http_manner;

/* What stands before the number in a 200, up to "Content-Length: ". */
extern const char jrpci_http_ok_head[];

enum { JRPCI_HTTP_TAIL = 1024 };

/* What stands behind the number, up to the empty line. The answer is constant or lies in `scratch`; NULL: too long. */
const char *jrpci_http_tail(const jrpci_http_manner *manner, char scratch[JRPCI_HTTP_TAIL]);

/* Appends a response without content. False: out of memory, nothing appended. */
bool jrpci_http_write_empty(jrpc_buffer *out, unsigned status, const jrpci_http_manner *manner);

/* "Not Found" for 404, constant, for the statuses a host sends. */
const char *jrpci_http_reason(unsigned status);

#endif
