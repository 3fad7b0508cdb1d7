/* SPDX-License-Identifier: MIT */
#ifndef LOAD_MENU_H
#define LOAD_MENU_H

#include "options.h"

#include <stdio.h>

/* Offers the modes by number and reads a choice. LOAD_MODE_NONE: nothing was chosen, or the input ended. */
load_mode load_menu(FILE *in, FILE *out);

#endif
