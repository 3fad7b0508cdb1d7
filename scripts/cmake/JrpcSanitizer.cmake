# SPDX-License-Identifier: MIT
# JRPC_SANITIZER: one checked string; empty builds without.

set(JRPC_SANITIZER "" CACHE STRING "address, undefined, address,undefined or thread")
set_property(CACHE JRPC_SANITIZER PROPERTY STRINGS "" address undefined address,undefined thread)
set(JRPC_SANITIZER_FLAGS "")
if(JRPC_SANITIZER)
    if(NOT JRPC_SANITIZER MATCHES "^(address|undefined|address,undefined|thread)$")
        message(FATAL_ERROR "JRPC_SANITIZER is '${JRPC_SANITIZER}'; it can be address, undefined, address,undefined or thread")
    endif()
    set(JRPC_SANITIZER_FLAGS -fsanitize=${JRPC_SANITIZER} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
endif()
