/* SPDX-License-Identifier: MIT */
#include "case.h"

#include "file.h"
#include "judge.h"
#include "parts.h"

#include "wire/framing.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders inside one another. What it stops: a link in a circle. */
#define DEPTH_MAX 8

/* A file's text and values, which its cases point into. */
struct conf_file {
    struct conf_file *next;
    char *path;
    wire_buffer text;
    wire_document document;
};

struct loader {
    conf_suite *suite;
    const char *folder; /* the names of cases begin behind it */
    struct conf_file *file;
    wire_error *error;
};

static bool refuse(struct loader *loader, const char *name, const char *wrong) {
    wire_error_set(loader->error, "%s: %s%s%s", loader->file->path, name ? name : "", name ? ": " : "",
                   wrong);
    return false;
}

/* ---- members with one of a few words ---- */

static const char *const class_words[] = {"must", "should", "choice", NULL};
static const char *const tier_words[] = {"any", "service", "abuse", NULL};
static const char *const transport_words[] = {"document", "line", "content-length", "http", NULL};
static const char *const writes_words[] = {
    "at-once",         "byte-by-byte", "then-wait",     "then-half-close", "then-reset", "slow-reader",
    "after-1100-idle", "repeat-80",    "in-two-pieces", "leave-50",        NULL};

static const struct {
    const char *name;
    unsigned bit;
} features[] = {
    {"batch", CONF_BATCH},     {"notifications", CONF_NOTIFICATIONS}, {"by-position", CONF_BY_POSITION},
    {"by-name", CONF_BY_NAME}, {"pipelining", CONF_PIPELINING},
};

unsigned conf_feature_of(wire_slice name) {
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        if (wire_slice_equal(name, wire_slice_of(features[i].name))) return features[i].bit;
    return 0;
}

const char *conf_class_name(conf_class class) {
    return class_words[class];
}

const char *conf_tier_name(conf_tier tier) {
    return tier_words[tier];
}

size_t conf_section_length(const char *name) {
    return strcspn(name, "/");
}

size_t conf_file_length(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) : strlen(name);
}

/* The place of a member's word in a list; the place in `otherwise` when it is absent; -1 for any other
 * value. */
static int word(const wire_value *object, const char *member, const char *const *words, int otherwise) {
    const wire_value *value = wire_member(object, member);
    if (!value) return otherwise;
    for (int i = 0; words[i]; i++)
        if (wire_string_is(value, words[i])) return i;
    return -1;
}

static wire_slice text_of(const wire_value *object, const char *member) {
    const wire_value *value = wire_member(object, member);
    return value && value->type == WIRE_STRING ? value->text : (wire_slice){"", 0};
}

/* ---- one case ---- */

static const char *const file_members[] = {"section",   "requirement", "class", "tier",
                                           "transport", "needs",       "cases", NULL};
static const char *const case_members[] = {
    "name",         "class", "tier",   "policy", "send", "send_parts", "writes",
    "one_document", "needs", "expect", "accept", "note", NULL};

/* NULL, or what the first member is that is not in the list, or stands there twice. */
static const char *check_members(const wire_value *object, const char *const *known) {
    for (const wire_value *member = object->first; member; member = member->next) {
        size_t i = 0;
        while (known[i] && !wire_slice_equal(member->name, wire_slice_of(known[i]))) i++;
        if (!known[i]) return "a member that means nothing; cases/README.md lists them";
        if (member->repeated) return "a member stands there twice";
    }
    return NULL;
}

static const char *read_sent(conf_case *one, const wire_value *value) {
    const wire_value *send = wire_member(value, "send"), *parts = wire_member(value, "send_parts");
    if (!send == !parts) return "exactly one of send and send_parts is needed";
    if (parts) return conf_parts_append(parts, &one->sent, &one->first_part);
    wire_buffer_append(&one->sent, send->raw.bytes, send->raw.length);
    return one->sent.failed ? "out of memory" : NULL;
}

static const char *read_policy(conf_case *one, const wire_value *value) {
    const wire_value *policy = wire_member(value, "policy");
    one->strict = wire_string_is(wire_member(policy, "version"), "strict");
    one->own_limits = wire_string_is(wire_member(policy, "limits"), "ours");
    return !policy || one->strict || one->own_limits
               ? NULL
               : "policy can be {\"version\":\"strict\"} or {\"limits\":\"ours\"}";
}

static const char *read_answers(conf_case *one, const wire_value *value) {
    one->expect = wire_member(value, "expect");
    one->accept = wire_member(value, "accept");
    if (!one->expect) return "expect is missing";
    if (one->accept && one->accept->type != WIRE_ARRAY) return "accept is an Array";
    const char *wrong = conf_expect_check(one->expect, one->transport);
    for (const wire_value *more = one->accept ? one->accept->first : NULL; more && !wrong; more = more->next)
        wrong = conf_expect_check(more, one->transport);
    return wrong;
}

static const char *read_needs(conf_case *one, const wire_value *value) {
    const wire_value *needs = wire_member(value, "needs");
    for (const wire_value *name = needs ? needs->first : NULL; name; name = name->next) {
        unsigned bit = name->type == WIRE_STRING ? conf_feature_of(name->text) : 0;
        if (!bit) return "needs lists batch, notifications, by-position, by-name, pipelining";
        one->needs |= bit;
    }
    return !needs || needs->type == WIRE_ARRAY ? NULL : "needs is an Array";
}

/* A case of the tier abuse needs the service when its answer is one that a method has to give. */
static bool needs_service(const conf_case *one) {
    if (one->tier != CONF_TIER_ABUSE) return one->tier == CONF_TIER_SERVICE;
    return memmem(one->expect->raw.bytes, one->expect->raw.length, "\"result", 7) != NULL;
}

static const char *read_words(conf_case *one, const wire_value *value) {
    int class = word(value, "class", class_words, (int)one->class);
    int tier = word(value, "tier", tier_words, (int)one->tier);
    int writes = word(value, "writes", writes_words, CONF_AT_ONCE);
    if (class < 0) return "class can be must, should, choice";
    if (tier < 0) return "tier can be any, service, abuse";
    if (writes < 0) return "writes has none of the known words";
    one->class = (conf_class) class;
    one->tier = (conf_tier)tier;
    one->writes = (conf_writes)writes;
    const wire_value *whole = wire_member(value, "one_document");
    if (whole && whole->type != WIRE_BOOLEAN) return "one_document is a Boolean";
    one->one_document = !whole || whole->truth;
    return NULL;
}

/* folder/file/name, without the ending of the file. */
static char *full_name(const struct loader *loader, wire_slice name) {
    wire_buffer full = {0};
    const char *path = loader->file->path + strlen(loader->folder);
    while (*path == '/') path++;
    wire_buffer_append(&full, path, strlen(path) - strlen(".json"));
    wire_buffer_append(&full, "/", 1);
    wire_buffer_append(&full, name.bytes, name.length);
    wire_buffer_append(&full, "", 1);
    if (!full.failed) return full.data;
    wire_buffer_fini(&full);
    return NULL;
}

static conf_case *add_case(conf_suite *suite) {
    conf_case *cases = realloc(suite->cases, (suite->count + 1) * sizeof *cases);
    if (!cases) return NULL;
    suite->cases = cases;
    return &cases[suite->count++];
}

bool conf_suite_add(conf_suite *suite, const conf_case *one) {
    conf_case *place = one->name ? add_case(suite) : NULL;
    if (place) {
        *place = *one;
        return true;
    }
    wire_buffer sent = one->sent;
    wire_buffer_fini(&sent);
    free(one->name);
    return false;
}

static bool read_case(struct loader *loader, const conf_case *shared, const wire_value *value) {
    conf_case *one = add_case(loader->suite);
    if (!one) return refuse(loader, NULL, "out of memory");
    *one = *shared;
    wire_slice name = text_of(value, "name");
    one->name = full_name(loader, name);
    if (!one->name) return refuse(loader, NULL, "out of memory");
    if (value->type != WIRE_OBJECT || name.length == 0) return refuse(loader, NULL, "a case without a name");
    one->note = text_of(value, "note");
    const char *wrong = check_members(value, case_members);
    if (!wrong) wrong = read_words(one, value);
    if (!wrong) wrong = read_sent(one, value);
    if (!wrong) wrong = read_policy(one, value);
    if (!wrong) wrong = read_answers(one, value);
    if (!wrong) wrong = read_needs(one, value);
    if (wrong) return refuse(loader, one->name, wrong);
    one->service = needs_service(one);
    return true;
}

/* ---- one file ---- */

static struct conf_file *add_file(conf_suite *suite, const char *path) {
    struct conf_file *file = calloc(1, sizeof *file);
    char *copy = strdup(path);
    if (!file || !copy) {
        free(file);
        free(copy);
        return NULL;
    }
    file->path = copy;
    file->next = suite->files;
    suite->files = file;
    return file;
}

const wire_value *conf_suite_keep(conf_suite *suite, wire_buffer *text) {
    struct conf_file *file = add_file(suite, "");
    if (!file) {
        wire_buffer_fini(text);
        return NULL;
    }
    file->text = *text;
    *text = (wire_buffer){0};
    bool good = !file->text.failed && wire_read(&file->document, file->text.data, file->text.length);
    return good ? file->document.root : NULL;
}

static bool read_cases(struct loader *loader, const wire_value *root) {
    int class = word(root, "class", class_words, -1), tier = word(root, "tier", tier_words, -1);
    int transport = word(root, "transport", transport_words, CONF_DOCUMENT);
    const wire_value *cases = wire_member(root, "cases");
    conf_case shared = {.section = text_of(root, "section"), .requirement = text_of(root, "requirement")};
    if (class < 0 || tier < 0 || transport < 0)
        return refuse(loader, NULL, "class, tier or transport is wrong");
    if (shared.section.length == 0 || shared.requirement.length == 0)
        return refuse(loader, NULL, "section or requirement is missing");
    if (!cases || cases->type != WIRE_ARRAY || !cases->first)
        return refuse(loader, NULL, "cases are missing");
    const char *wrong = read_needs(&shared, root);
    if (wrong) return refuse(loader, NULL, wrong);
    shared.class = (conf_class) class;
    shared.tier = (conf_tier)tier;
    shared.transport = (conf_transport)transport;
    for (const wire_value *value = cases->first; value; value = value->next)
        if (!read_case(loader, &shared, value)) return false;
    return true;
}

static bool read_file(struct loader *loader, const char *path) {
    loader->file = add_file(loader->suite, path);
    if (!loader->file) {
        wire_error_set(loader->error, "%s: out of memory", path);
        return false;
    }
    wire_document *document = &loader->file->document;
    if (!conf_file_read(path, &loader->file->text)) return refuse(loader, NULL, "cannot be read");
    if (!wire_read(document, loader->file->text.data, loader->file->text.length)) {
        wire_error_set(loader->error, "%s: no JSON at byte %zu: %s", path, document->offset,
                       document->message);
        return false;
    }
    const char *wrong = check_members(document->root, file_members);
    return wrong ? refuse(loader, NULL, wrong) : read_cases(loader, document->root);
}

/* ---- the folder ---- */

static bool is_case_file(const char *name) {
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static bool read_folder(struct loader *loader, const char *path, int depth);

static bool read_entry(struct loader *loader, const char *folder, const char *name, int depth) {
    char path[4096];
    struct stat about;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path ||
        stat(path, &about) != 0) {
        wire_error_set(loader->error, "%s/%s: cannot be read", folder, name);
        return false;
    }
    if (S_ISDIR(about.st_mode)) return read_folder(loader, path, depth + 1);
    return !is_case_file(name) || read_file(loader, path);
}

static bool read_folder(struct loader *loader, const char *path, int depth) { /* NOLINT(misc-no-recursion) */
    DIR *folder = depth < DEPTH_MAX ? opendir(path) : NULL;
    if (!folder) {
        wire_error_set(loader->error, "%s: %s", path,
                       depth < DEPTH_MAX ? strerror(errno) : "too many folders deep");
        return false;
    }
    bool good = true;
    for (struct dirent *entry = readdir(folder); entry && good; entry = readdir(folder))
        if (entry->d_name[0] != '.') good = read_entry(loader, path, entry->d_name, depth);
    closedir(folder);
    return good;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const conf_case *)a)->name, ((const conf_case *)b)->name);
}

void conf_suite_sort(conf_suite *suite) {
    if (suite->count) qsort(suite->cases, suite->count, sizeof *suite->cases, by_name);
}

static bool check_suite(const conf_suite *suite, const char *folder, wire_error *error) {
    if (suite->count == 0) wire_error_set(error, "%s: there are no cases in it", folder);
    for (size_t i = 1; i < suite->count; i++) {
        if (strcmp(suite->cases[i - 1].name, suite->cases[i].name) != 0) continue;
        wire_error_set(error, "%s: there are two cases '%s'", folder, suite->cases[i].name);
        return false;
    }
    return suite->count > 0;
}

bool conf_suite_load(conf_suite *suite, const char *folder, wire_error *error) {
    *suite = (conf_suite){0};
    struct loader loader = {.suite = suite, .folder = folder, .error = error};
    bool good = read_folder(&loader, folder, 0);
    if (good) conf_suite_sort(suite);
    if (good && check_suite(suite, folder, error)) return true;
    conf_suite_fini(suite);
    return false;
}

void conf_suite_select(conf_suite *suite, const char *section, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < suite->count; i++) {
        conf_case *one = &suite->cases[i];
        if ((!section || strncmp(one->name, section, strlen(section)) == 0) &&
            (!name || strstr(one->name, name))) {
            suite->cases[kept++] = *one;
        } else {
            free(one->name);
            wire_buffer_fini(&one->sent);
        }
    }
    suite->count = kept;
}

bool conf_is_one_document(wire_slice bytes) {
    wire_splitter splitter;
    wire_slice document;
    size_t consumed;
    wire_splitter_init(&splitter, WIRE_CONCATENATED);
    if (wire_split(&splitter, bytes.bytes, bytes.length, &document, &consumed) != WIRE_SPLIT_DOCUMENT)
        return false;
    return wire_split_end(&splitter, bytes.bytes + consumed, bytes.length - consumed);
}

void conf_suite_fini(conf_suite *suite) {
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->cases[i].name);
        wire_buffer_fini(&suite->cases[i].sent);
    }
    free(suite->cases);
    while (suite->files) {
        struct conf_file *file = suite->files;
        suite->files = file->next;
        wire_document_fini(&file->document);
        wire_buffer_fini(&file->text);
        free(file->path);
        free(file);
    }
    *suite = (conf_suite){0};
}
