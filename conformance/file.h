/* SPDX-License-Identifier: MIT */
#ifndef CONF_FILE_H
#define CONF_FILE_H

#include "wire/buffer.h"

/* Appends the bytes of a file. What a limit of 16 MiB stops: a folder of something else. False: it cannot be read, is
 * larger, or memory ran out. */
bool conf_file_read(const char *path, wire_buffer *text);

#endif
