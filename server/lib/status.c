/* SPDX-License-Identifier: MIT */
#include <jrpc/status.h>

const char *jrpc_status_str(jrpc_status status) {
    switch (status) {
    case JRPC_OK: return "success";
    case JRPC_E_MEMORY: return "out of memory";
    case JRPC_E_ARGUMENT: return "an argument is NULL or out of its range";
    case JRPC_E_NAME: return "this name may not be registered";
    case JRPC_E_TAKEN: return "this name or address is taken";
    case JRPC_E_UNKNOWN: return "there is none of this name";
    case JRPC_E_LIMIT: return "a limit would be passed";
    case JRPC_E_STATE: return "not possible in this state";
    case JRPC_E_SYSTEM: return "the operating system refused";
    }
    return "unknown status";
}
