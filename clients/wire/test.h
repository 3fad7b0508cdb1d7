/* SPDX-License-Identifier: MIT */
#ifndef WIRE_TEST_H
#define WIRE_TEST_H

/* cmocka and what its header needs before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
