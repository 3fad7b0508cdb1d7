# SPDX-License-Identifier: MIT
# Object library `llhttp`: the HTTP/1.1 parser that the hosts (requests) and the harness (responses) share.
# Debian's node-llhttp ships its C sources and no library, so they are compiled here. LLHTTP_STRICT_MODE is not
# optional: without it bare CR in a head and chunk data without its CRLF get through, which is how requests are
# smuggled. Including this file twice is harmless.

if(TARGET llhttp)
    return()
endif()

find_path(LLHTTP_INCLUDE_DIR llhttp.h PATH_SUFFIXES llhttp share/include/llhttp include/llhttp)
find_path(LLHTTP_SOURCE_DIR NAMES llhttp.c PATH_SUFFIXES share/llhttp)
if(NOT LLHTTP_INCLUDE_DIR OR NOT LLHTTP_SOURCE_DIR)
    message(FATAL_ERROR "The C sources of llhttp were not found. Install node-llhttp (apt-get install node-llhttp), or set "
                        "LLHTTP_INCLUDE_DIR to the folder of llhttp.h and LLHTTP_SOURCE_DIR to that of llhttp.c")
endif()
mark_as_advanced(LLHTTP_INCLUDE_DIR LLHTTP_SOURCE_DIR)

add_library(llhttp OBJECT ${LLHTTP_SOURCE_DIR}/api.c ${LLHTTP_SOURCE_DIR}/http.c ${LLHTTP_SOURCE_DIR}/llhttp.c)
# SYSTEM: warnings in the header are not ours to fix. The definition is public because the header depends on it.
target_include_directories(llhttp SYSTEM PUBLIC ${LLHTTP_INCLUDE_DIR})
target_compile_definitions(llhttp PUBLIC LLHTTP_STRICT_MODE=1)
target_compile_options(llhttp PRIVATE -w ${JRPC_SANITIZER_FLAGS})
