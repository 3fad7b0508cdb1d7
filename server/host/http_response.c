/* SPDX-License-Identifier: MIT */
#include "http_response.h"

#include <stdio.h>
#include <string.h>

const char jrpci_http_ok_head[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";

const char *jrpci_http_reason(unsigned status) {
    switch (status) {
    case 200: return "OK";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
    }
}

const char *jrpci_http_tail(const jrpci_http_manner *manner, char scratch[JRPCI_HTTP_TAIL]) {
    const char *connection = manner->close        ? "\r\nConnection: close"
                             : manner->keep_alive ? "\r\nConnection: keep-alive"
                                                  : "";
    if (!manner->origin && !manner->allow && !*connection) return "\r\n\r\n";
    int length = snprintf(
        scratch, JRPCI_HTTP_TAIL, "%s%s%s%s%s%s\r\n\r\n", connection, manner->allow ? "\r\nAllow: POST" : "",
        manner->origin ? "\r\nAccess-Control-Allow-Origin: " : "", manner->origin ? manner->origin : "",
        manner->origin ? "\r\nVary: Origin" : "",
        manner->preflight ? "\r\nAccess-Control-Allow-Methods: POST\r\nAccess-Control-Allow-Headers: "
                            "Content-Type\r\nAccess-Control-Max-Age: 600"
                          : "");
    return length < JRPCI_HTTP_TAIL ? scratch : NULL;
}

bool jrpci_http_write_empty(jrpc_buffer *out, unsigned status, const jrpci_http_manner *manner) {
    char scratch[JRPCI_HTTP_TAIL];
    char line[96];
    const char *tail = jrpci_http_tail(manner, scratch);
    if (!tail) return false;
    /* RFC 9110 section 8.6: no Content-Length in a 204. */
    int length = snprintf(line, sizeof line, "HTTP/1.1 %u %s%s", status, jrpci_http_reason(status),
                          status == 204 ? "" : "\r\nContent-Length: 0");
    size_t start = out->length;
    if (jrpc_buffer_append(out, line, (size_t)length) && jrpc_buffer_append(out, tail, strlen(tail)))
        return true;
    out->length = start;
    return false;
}
