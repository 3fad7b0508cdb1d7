/* SPDX-License-Identifier: MIT */
#include "file.h"

#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *read_all(FILE *in, const char *path, size_t *length) {
    size_t capacity = 1 << 16;
    size_t used = 0;
    char *bytes = malloc(capacity + 1);
    while (bytes) {
        used += fread(bytes + used, 1, capacity - used, in);
        if (used < capacity) break;
        if (capacity >= CHART_FILE_MAXIMUM) {
            chart_say("%s is larger than %zu MiB; no file of ours is", path, CHART_FILE_MAXIMUM >> 20);
            free(bytes);
            return NULL;
        }
        capacity *= 2;
        char *more = realloc(bytes, capacity + 1);
        if (!more) free(bytes);
        bytes = more;
    }
    if (!bytes) {
        chart_say("out of memory reading %s", path);
        return NULL;
    }
    if (ferror(in)) {
        chart_say("cannot read %s: %s", path, strerror(errno));
        free(bytes);
        return NULL;
    }
    bytes[used] = '\0';
    *length = used;
    return bytes;
}

char *chart_file_read(const char *path, size_t *length) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        chart_say("cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    char *bytes = read_all(in, path, length);
    fclose(in);
    return bytes;
}

static bool write_all(int descriptor, const char *bytes, size_t length) {
    while (length) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

bool chart_file_write(const char *path, const char *bytes, size_t length) {
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary) {
        chart_say("out of memory writing %s", path);
        return false;
    }
    snprintf(temporary, size, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    bool done = descriptor >= 0 && write_all(descriptor, bytes, length);
    /* mkstemp makes a private file; what we publish is as readable as any other file of the project. */
    done = done && fchmod(descriptor, 0644) == 0;
    if (descriptor >= 0) done = close(descriptor) == 0 && done;
    done = done && rename(temporary, path) == 0;
    if (!done) {
        chart_say("cannot write %s: %s", path, strerror(errno));
        if (descriptor >= 0) unlink(temporary);
    }
    free(temporary);
    return done;
}

bool chart_file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

char *chart_path(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    else
        chart_say("out of memory");
    return path;
}
