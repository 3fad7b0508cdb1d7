/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { path_size = 4096 };

void load_json_text(json_object *object, const char *name, const char *text) {
    json_object_object_add(object, name, text ? json_object_new_string(text) : NULL);
}

void load_json_count(json_object *object, const char *name, uint64_t count) {
    json_object_object_add(object, name, json_object_new_uint64(count));
}

void load_json_flag(json_object *object, const char *name, bool flag) {
    json_object_object_add(object, name, json_object_new_boolean(flag));
}

json_object *load_json_rounded(double number) {
    char text[40];
    if (!isfinite(number)) return NULL;
    snprintf(text, sizeof text, "%.9g", number);
    return json_object_new_double_s(strtod(text, NULL), text);
}

void load_json_number(json_object *object, const char *name, double number) {
    json_object_object_add(object, name, load_json_rounded(number));
}

json_object *load_json_get(json_object *object, const char *name) {
    json_object *member = NULL;
    if (json_object_is_type(object, json_type_object)) json_object_object_get_ex(object, name, &member);
    return member;
}

const char *load_json_get_text(json_object *object, const char *name, const char *fallback) {
    json_object *member = load_json_get(object, name);
    return json_object_is_type(member, json_type_string) ? json_object_get_string(member) : fallback;
}

double load_json_get_number(json_object *object, const char *name, double fallback) {
    json_object *member = load_json_get(object, name);
    const bool is_number =
        json_object_is_type(member, json_type_double) || json_object_is_type(member, json_type_int);
    const double number = is_number ? json_object_get_double(member) : fallback;
    return isfinite(number) ? number : fallback; /* json-c reads NaN and Infinity, which JSON does not have */
}

uint64_t load_json_get_count(json_object *object, const char *name) {
    return json_object_get_uint64(load_json_get(object, name));
}

bool load_json_get_flag(json_object *object, const char *name) {
    return json_object_get_boolean(load_json_get(object, name));
}

/* Reads on to the end of the file. False: something other than white space is there. */
static bool ends_here(FILE *file, const char *rest, size_t length) {
    char chunk[1 << 12];
    while (length) {
        for (size_t i = 0; i < length; i++)
            if (!strchr(" \t\r\n", rest[i]) || !rest[i]) return false;
        length = fread(chunk, 1, sizeof chunk, file);
        rest = chunk;
    }
    return true;
}

/* Strictly, and nothing but one value: a file that was cut, or written twice, is no result. */
static json_object *parse_file(FILE *file, char *why, size_t size) {
    char chunk[1 << 16];
    json_object *value = NULL;
    json_tokener *tokener = json_tokener_new();
    enum json_tokener_error error = json_tokener_continue;
    size_t length = 0;
    if (tokener) json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_ALLOW_TRAILING_CHARS);
    while (tokener && error == json_tokener_continue && (length = fread(chunk, 1, sizeof chunk, file)) > 0) {
        value = json_tokener_parse_ex(tokener, chunk, (int)length);
        error = json_tokener_get_error(tokener);
    }
    const size_t taken = tokener && value ? json_tokener_get_parse_end(tokener) : length;
    const bool more = value && !ends_here(file, chunk + taken, length - taken);
    if (ferror(file))
        snprintf(why, size, "%s", strerror(errno));
    else if (!tokener || error == json_tokener_continue)
        snprintf(why, size, "it ends in the middle");
    else
        snprintf(why, size, "it is no JSON (%s)",
                 more ? "there is more behind the value" : json_tokener_error_desc(error));
    if (tokener) json_tokener_free(tokener);
    if (!more) return value;
    json_object_put(value);
    return NULL;
}

json_object *load_json_read(const char *path, char *fault, size_t size) {
    char why[128];
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(fault, size, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    json_object *value = parse_file(file, why, sizeof why);
    fclose(file);
    if (!value) snprintf(fault, size, "%s: cannot be read: %s", path, why);
    return value;
}

/* Makes every missing folder of a path's folder part. What fails shows when the file itself is made. */
static void make_folders(const char *path) {
    char folder[path_size];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
}

/* A link stays one: what it leads to is written. What is no file, a device or a pipe, would be lost by putting a file in
 * its place. */
static const char *find_place(const char *path, char *resolved) {
    struct stat status;
    if (stat(path, &status) != 0) return path;
    if (S_ISREG(status.st_mode)) return realpath(path, resolved);
    errno = S_ISDIR(status.st_mode) ? EISDIR : EEXIST;
    return NULL;
}

static const char *describe(int number) {
    if (number == EEXIST) return "there is something that is no regular file";
    return number == ENAMETOOLONG ? "its name is too long" : strerror(number);
}

static FILE *open_beside(const char *place, char *temporary) {
    if (!place) return NULL;
    if (snprintf(temporary, path_size, "%s.%ld.tmp", place, (long)getpid()) < path_size)
        return fopen(temporary, "we");
    errno = ENAMETOOLONG;
    return NULL;
}

bool load_json_write(json_object *object, const char *path, char *fault, size_t size) {
    char temporary[path_size];
    char resolved[PATH_MAX];
    const char *place = find_place(path, resolved);
    FILE *file = open_beside(place, temporary);
    const char *text =
        json_object_to_json_string_ext(object, JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);
    bool good = file && text && fputs(text, file) >= 0 && fputc('\n', file) != EOF;
    if (file) good = fclose(file) == 0 && good;
    if (good && rename(temporary, place) == 0) return true;
    snprintf(fault, size, "%s: cannot be written: %s", path, text ? describe(errno) : "out of memory");
    if (file) unlink(temporary);
    return false;
}

bool load_json_writable(const char *path, char *fault, size_t size) {
    char temporary[path_size];
    char resolved[PATH_MAX];
    make_folders(path);
    FILE *file = open_beside(find_place(path, resolved), temporary);
    if (!file) {
        snprintf(fault, size, "%s: cannot be written: %s; choose another file with --json", path,
                 describe(errno));
        return false;
    }
    fclose(file);
    unlink(temporary);
    return true;
}
