/* SPDX-License-Identifier: MIT */
#ifndef JRPC_STATUS_H
#define JRPC_STATUS_H

/* What a call into the library came to. Never an error code of JSON-RPC, and never on the wire. */
typedef enum jrpc_status {
    JRPC_OK = 0,
    JRPC_E_MEMORY,   /* an allocation failed; nothing was changed */
    JRPC_E_ARGUMENT, /* a NULL where none may be, or a value out of its range */
    JRPC_E_NAME,     /* a name that may not be registered: "", blank, `rpc.` and more, `$/cancelRequest` */
    JRPC_E_TAKEN,    /* that name is registered already, or that address is in use */
    JRPC_E_UNKNOWN,  /* no such name */
    JRPC_E_LIMIT,    /* a limit would be passed */
    JRPC_E_STATE,    /* not now: inside a method, already running, already stopped */
    JRPC_E_SYSTEM    /* the operating system refused; errno says why */
} jrpc_status;

/* A short English sentence without a full stop for a status: constant, never NULL, also for values that are none.
 * Any thread. */
const char *jrpc_status_str(jrpc_status status);

#endif
