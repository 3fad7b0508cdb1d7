# SPDX-License-Identifier: MIT
# jrpc_test(NAME [SOURCES file...] [LINK target...] [ARGS arg...] [TIMEOUT seconds] [LABELS label...])
# One line registers a cmocka test program NAME built from NAME.c and the further sources. The ctest name carries
# the folder: server/lib/number_test. Exit 77 is a skip; the program says why on standard output.

if(JRPC_TESTS)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
endif()

function(jrpc_test name)
    if(NOT JRPC_TESTS)
        return()
    endif()
    cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;ARGS;LABELS" ${ARGN})
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REPLACE "/" "." target "${folder}.${name}")
    add_executable(${target} ${name}.c ${arg_SOURCES})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${target} PRIVATE ${arg_LINK} PkgConfig::CMOCKA)
    jrpc_own(${target})
    jrpc_test_command(${name} COMMAND ${target} ${arg_ARGS} TIMEOUT "${arg_TIMEOUT}" LABELS ${arg_LABELS})
endfunction()

# jrpc_test_command(NAME COMMAND command... [TIMEOUT seconds] [LABELS label...]): the same for any command.
function(jrpc_test_command name)
    if(NOT JRPC_TESTS)
        return()
    endif()
    cmake_parse_arguments(arg "" "TIMEOUT" "COMMAND;LABELS" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    add_test(NAME ${folder}/${name} COMMAND ${arg_COMMAND})
    set_tests_properties(${folder}/${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${arg_TIMEOUT}
                         LABELS "${arg_LABELS}" ENVIRONMENT "LC_ALL=C.UTF-8")
endfunction()
