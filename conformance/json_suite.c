/* SPDX-License-Identifier: MIT */
#include "json_suite.h"

#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a file of the suite is put. */
struct spot {
    const char *name, *before, *behind, *requirement;
    bool service;
    unsigned needs;
};

static const struct spot spots[] = {
    {"whole", "", "", "A text is taken or refused as RFC 8259 has it, and then it is no Request.", false, 0},
    {"echo", "{\"jsonrpc\":\"2.0\",\"method\":\"echo\",\"params\":[", "],\"id\":1}",
     "A param that is JSON reaches its method and comes back; what is not JSON makes the whole document "
     "-32700.",
     true, 0},
    {"member", "{\"x\":", ",\"jsonrpc\":\"2.0\",\"method\":\"nosuch\",\"id\":1}",
     "A member that nobody reads is read as strictly as any other.", false, 0},
    {"batch", "[", ",{\"jsonrpc\":\"2.0\",\"method\":\"nosuch\",\"id\":1}]",
     "An element that is not JSON makes the whole batch -32700, and no call beside it is answered.", false,
     CONF_BATCH},
};

#define REFUSED "{\"error\":-32700, \"id\":null}"

/* ---- what is expected ---- */

/* A value that is no Request: under its id where that can be read, as Null is too. */
static void refuse(const wire_value *value, bool read_id, wire_buffer *expect) {
    const wire_value *id = read_id ? wire_member(value, "id") : NULL;
    bool readable = id && (id->type == WIRE_STRING || id->type == WIRE_NUMBER);
    wire_buffer_string(expect, "{\"error\":-32600, \"id\":");
    if (readable)
        wire_buffer_append(expect, id->raw.bytes, id->raw.length);
    else
        wire_buffer_string(expect, "null");
    wire_buffer_string(expect, "}");
}

static void expect_whole(const wire_value *root, bool read_id, wire_buffer *expect) {
    bool batch = root->type == WIRE_ARRAY && root->count;
    if (!batch) {
        refuse(root, read_id, expect);
        return;
    }
    wire_buffer_string(expect, "[");
    for (const wire_value *item = root->first; item; item = item->next) {
        refuse(item, read_id, expect);
        wire_buffer_string(expect, item->next ? ", " : "]");
    }
}

static void expect_echo(const wire_document *document, wire_buffer *expect, wire_buffer *accept) {
    const wire_value *params = wire_member(document->root, "params");
    wire_buffer_string(expect, "{\"result\":");
    wire_buffer_append(expect, params->raw.bytes, params->raw.length);
    wire_buffer_string(expect, ", \"id\":1}");
    /* RFC 8259 leaves open what a name that stands there twice means. */
    if (document->duplicates) wire_buffer_string(accept, "[\"anything\"]");
}

static void expect_batch(const wire_value *root, bool read_id, wire_buffer *expect) {
    wire_buffer_string(expect, "[");
    for (const wire_value *item = root->first; item->next; item = item->next) {
        refuse(item, read_id, expect);
        wire_buffer_string(expect, ", ");
    }
    wire_buffer_string(expect, "{\"error\":-32601, \"id\":1}]");
}

/* What has to come back for JSON at that place; `accept` stays empty where nothing else is as good. */
static void expect_taken(const wire_document *document, const struct spot *spot, wire_buffer *expect,
                         wire_buffer *accept) {
    switch (spot - spots) {
    case 0:
        expect_whole(document->root, true, expect);
        wire_buffer_string(accept, "[");
        expect_whole(document->root, false, accept);
        wire_buffer_string(accept, "]");
        break;
    case 1: expect_echo(document, expect, accept); break;
    case 2: wire_buffer_string(expect, "{\"error\":-32601, \"id\":1}"); break;
    default:
        expect_batch(document->root, true, expect);
        wire_buffer_string(accept, "[");
        expect_batch(document->root, false, accept);
        wire_buffer_string(accept, "]");
    }
}

static bool expect(conf_suite *suite, conf_case *one, const struct spot *spot, bool open) {
    wire_document document = {0};
    wire_buffer expected = {0}, accept = {0};
    if (!wire_read(&document, one->sent.data, one->sent.length))
        wire_buffer_string(&expected, REFUSED);
    else if (open)
        wire_buffer_string(&expected, "\"anything\"");
    else
        expect_taken(&document, spot, &expected, &accept);
    if (open) wire_buffer_string(&accept, "[\"anything\"]");
    wire_document_fini(&document);
    one->expect = conf_suite_keep(suite, &expected);
    one->accept = accept.length ? conf_suite_keep(suite, &accept) : NULL;
    return one->expect != NULL;
}

/* ---- files ---- */

static bool add_case(conf_suite *suite, const char *file, const wire_buffer *text, const struct spot *spot) {
    conf_case one = {.section = wire_slice_of("RFC 8259; nst/JSONTestSuite"),
                     .requirement = wire_slice_of(spot->requirement),
                     .note = {"", 0},
                     .class = *file == 'i' ? CONF_CHOICE : CONF_MUST,
                     .tier = spot->service ? CONF_TIER_SERVICE : CONF_TIER_ANY,
                     .service = spot->service,
                     .needs = spot->needs};
    wire_buffer name = {0};
    wire_buffer_format(&name, "json-suite/%s/%.*s", spot->name, (int)(strlen(file) - strlen(".json")), file);
    wire_buffer_append(&name, "", 1);
    one.name = name.data;
    wire_buffer_string(&one.sent, spot->before);
    wire_buffer_append(&one.sent, text->data, text->length);
    wire_buffer_string(&one.sent, spot->behind);
    wire_buffer_append(&one.sent, "", 1); /* so that there are bytes even of an empty file */
    one.sent.length--;
    /* Where documents stand back to back, only JSON has a certain end. */
    one.one_document = *file != 'n' && conf_is_one_document((wire_slice){one.sent.data, one.sent.length});
    bool good = !name.failed && !one.sent.failed && expect(suite, &one, spot, *file == 'i');
    return conf_suite_add(suite, &one) && good;
}

/* The harness's own reader must see the file as the suite does: it is what the cases are judged by. */
static bool is_read_right(const char *file, const wire_buffer *text) {
    wire_document document = {0};
    bool taken = wire_read(&document, text->data ? text->data : "", text->length);
    wire_document_fini(&document);
    return *file == 'i' || taken == (*file == 'y');
}

static bool add_file(conf_suite *suite, const char *folder, const char *file, wire_error *error) {
    char path[4096];
    wire_buffer text = {0};
    bool good = (size_t)snprintf(path, sizeof path, "%s/%s", folder, file) < sizeof path &&
                conf_file_read(path, &text);
    if (!good) wire_error_set(error, "%s: cannot be read", path);
    if (good && !(good = is_read_right(file, &text)))
        wire_error_set(error, "%s: this program's own reader gets it wrong", path);
    for (size_t i = 0; good && i < sizeof spots / sizeof spots[0]; i++)
        if (!(good = add_case(suite, file, &text, &spots[i])))
            wire_error_set(error, "%s: out of memory", path);
    wire_buffer_fini(&text);
    return good;
}

static bool is_test(const char *name) {
    size_t length = strlen(name);
    return length > 7 && strchr("yni", *name) && name[1] == '_' && strcmp(name + length - 5, ".json") == 0;
}

static bool load(conf_suite *suite, const char *folder, DIR *open, wire_error *error) {
    bool good = true;
    for (struct dirent *entry = readdir(open); entry && good; entry = readdir(open))
        if (is_test(entry->d_name)) good = add_file(suite, folder, entry->d_name, error);
    if (good && suite->count == 0) {
        wire_error_set(error, "%s: no test files (y_*.json, n_*.json, i_*.json) are in it", folder);
        good = false;
    }
    return good;
}

bool conf_json_suite_load(conf_suite *suite, const char *folder, wire_error *error) {
    char path[4096];
    *suite = (conf_suite){0};
    snprintf(path, sizeof path, "%s/test_parsing", folder);
    DIR *open = opendir(path);
    if (!open) {
        snprintf(path, sizeof path, "%s", folder);
        open = opendir(path);
    }
    if (!open) {
        wire_error_set(error, "%s: %s", folder, strerror(errno));
        return false;
    }
    bool good = load(suite, path, open, error);
    closedir(open);
    if (good) conf_suite_sort(suite);
    if (!good) conf_suite_fini(suite);
    return good;
}
