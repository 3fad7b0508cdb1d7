# SPDX-License-Identifier: MIT
# jrpc_own(TARGET...): what every target of ours is built with. An embedder who links jrpc inherits none of it.

add_library(jrpc_strict INTERFACE)
target_compile_options(jrpc_strict INTERFACE
    -Wall
    -Wextra
    -Wpedantic
    -Wshadow           # a second `length` in an inner block has been a bug here more often than not
    -Wconversion       # sizes come from the network: every narrowing is written down
    -Wsign-conversion
    -Wcast-qual
    -Wcast-align
    -Wpointer-arith
    -Wundef
    -Wformat=2
    -Wnull-dereference
    -Wvla              # stack use must not depend on input
    -fno-common
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wold-style-definition>
    $<$<COMPILE_LANG_AND_ID:C,GNU>:-Wlogical-op>
    $<$<COMPILE_LANG_AND_ID:C,GNU>:-Wduplicated-cond>
    $<$<BOOL:${JRPC_WERROR}>:-Werror>)

function(jrpc_own)
    foreach(target IN LISTS ARGN)
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:jrpc_strict>)
        if(JRPC_SANITIZER_FLAGS)
            target_compile_options(${target} PRIVATE ${JRPC_SANITIZER_FLAGS})
            target_link_options(${target} PRIVATE ${JRPC_SANITIZER_FLAGS})
        endif()
    endforeach()
endfunction()
