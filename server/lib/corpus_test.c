/* SPDX-License-Identifier: MIT */
/* nst/JSONTestSuite, where a checkout is: JRPC_SHARED names the folder that has corpora/JSONTestSuite. Each file is sent as
 * the whole document and, between brackets, as params of a call and as a member that nobody reads. */
#define _POSIX_C_SOURCE 200809L
#include "test_main.h"

#include <dirent.h>

typedef struct file {
    char *data;
    size_t length;
} file;

static char folder[4096];

static file load(const char *name) {
    char path[8192];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    file loaded = {malloc(300000), 0};
    assert_non_null(loaded.data);
    loaded.length = fread(loaded.data, 1, 300000, stream);
    fclose(stream);
    return loaded;
}

static int code_of(const jrpc_buffer *reply) {
    static const char begin[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":";
    const char *at = reply->data;
    if (reply->length && *at == '[') at++;
    return reply->length > sizeof begin && memcmp(at, begin, sizeof begin - 1) == 0
               ? (int)strtol(at + sizeof begin - 1, NULL, 10)
               : 0;
}

static int send(fixture *f, const char *before, file middle, const char *after) {
    jrpc_buffer whole;
    jrpc_buffer_init(&whole, NULL);
    assert_true(jrpc_buffer_append(&whole, before, strlen(before)));
    assert_true(jrpc_buffer_append(&whole, middle.data, middle.length));
    assert_true(jrpc_buffer_append(&whole, after, strlen(after)));
    fixture_process(f, whole.data, whole.length);
    jrpc_buffer_fini(&whole);
    return code_of(&f->reply);
}

/* Nothing and a blank make a valid empty Array between brackets. */
static bool is_blank(file text) {
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != ' ') return false;
    }
    return true;
}

static bool try_file(fixture *f, const char *name) {
    file text = load(name);
    int whole = send(f, "", text, "");
    int params = send(f, "{\"method\":\"silent\",\"params\":[", text, "],\"id\":1}");
    int unread = send(f, "{\"x\":[", text, "],\"method\":\"beat\",\"id\":1}");
    int batch = send(f, "[[", text, "],{\"method\":\"hit\",\"id\":1}]");
    bool right = true;
    if (name[0] == 'y') right = whole == -32600 && params == 0 && unread == 0 && batch == -32600;
    if (name[0] == 'n') {
        int inside = is_blank(text) ? 0 : -32700;
        right =
            whole == -32700 && params == inside && unread == inside && batch == (inside ? inside : -32600);
    }
    if (name[0] == 'i' && strncmp(name, "i_number", 8) != 0) right = whole == -32700 && unread == -32700;
    if (!right) print_error("%s: %d %d %d %d\n", name, whole, params, unread, batch);
    free(text.data);
    return right;
}

static void test_corpus(void **state) {
    (void)state;
    fixture f;
    fixture_begin(&f, NULL, JRPC_VECTOR_BEST);
    DIR *files = opendir(folder);
    size_t tried = 0;
    size_t wrong = 0;
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
        if (!strstr(entry->d_name, ".json")) continue;
        tried++;
        wrong += !try_file(&f, entry->d_name);
    }
    closedir(files);
    fixture_end(&f);
    assert_int_equal(wrong, 0);
    assert_true(tried >= 300);
}

int main(void) {
    const char *shared = getenv("JRPC_SHARED");
    snprintf(folder, sizeof folder, "%s/corpora/JSONTestSuite/test_parsing", shared ? shared : "");
    DIR *files = shared ? opendir(folder) : NULL;
    if (!files) {
        puts("skipped: JRPC_SHARED does not name a folder with corpora/JSONTestSuite");
        return 77;
    }
    closedir(files);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
