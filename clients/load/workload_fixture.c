/* SPDX-License-Identifier: MIT */
#include "workload_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

load_workload *workload_stored(const char *data_folder, const char *name) {
    char path[4096];
    wire_error error = {""};
    snprintf(path, sizeof path, "%s/workloads/%s.json", data_folder, name);
    load_workload *workload = load_workload_read(path, &error);
    if (!workload) fail_msg("%s", error.text);
    return workload;
}

load_workload *workload_of_text(const char *text, wire_error *error) {
    char path[] = "/tmp/jrpc-workload-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    load_workload *workload = load_workload_read(path, error);
    unlink(path);
    return workload;
}
