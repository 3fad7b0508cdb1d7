/* SPDX-License-Identifier: MIT */
#ifndef APP_LIMIT_H
#define APP_LIMIT_H

#include "options.h"

/* What --limit knows: the limits of the library and of the host, by name. */

/* Reads NAME=VALUE. False: `problem` says what is wrong. The name points into `text`, which is cut at the `=`. */
bool app_limit_parse(char *text, app_limit *limit, char problem[APP_PROBLEM_BYTES]);

/* Sets the limits that are the library's. They have been parsed, so nothing can be wrong with them. */
void app_limit_apply(const app_limit *limits, size_t count, jrpc_limits *library);

/* Sets those that are the host's. The errors of jrpc_host_set_limit. */
jrpc_status app_limit_apply_host(const app_limit *limits, size_t count, jrpc_host *host);

/* Prints a line for each, with its default. */
void app_limit_print(void);

#endif
