/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

void chart_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("charts: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
