#!/bin/sh
# SPDX-License-Identifier: MIT
# json_suite_test.sh CONFORMANCE: nst/JSONTestSuite on the library, where JRPC_JSON_TEST_SUITE names a checkout.
if [ -z "${JRPC_JSON_TEST_SUITE:-}" ]; then
    echo "JRPC_JSON_TEST_SUITE names no checkout of nst/JSONTestSuite"
    exit 77
fi
exec "$1" --in-process --exact --json-suite "$JRPC_JSON_TEST_SUITE"
