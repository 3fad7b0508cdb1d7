/* SPDX-License-Identifier: MIT */
#ifndef APP_HELP_H
#define APP_HELP_H

/* Prints what jrpc-server takes and what its limits are. */
void app_help_print(void);

#endif
