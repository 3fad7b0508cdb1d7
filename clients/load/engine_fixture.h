/* SPDX-License-Identifier: MIT */
#ifndef LOAD_ENGINE_FIXTURE_H
#define LOAD_ENGINE_FIXTURE_H

/* For tests: rows against a small server that is told how to misbehave, which is the test program itself, launched as a
 * target. What fails in here fails the test. */
#include "engine.h"
#include "workload.h"

#include "wire/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What main returns: serves where the command line says so, else runs `tests` with all of this made. argv[1] is the
 * folder data/. */
int engine_main(int argc, char **argv, int (*tests)(void));

extern load_workload *engine_five;
extern load_workload *engine_own_ids; /* ids of the workload's own that repeat, and one that is a String */
extern load_outcome engine_outcome;   /* of the last row */

/* A target described by this text; to be freed. */
wire_target *engine_target(const char *text);

/* A row of two thousand requests. `arguments` begins with what the server does wrong, and from which request on. */
load_row engine_row(const char *transport, const char *const *arguments);
#define FAULT(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Every request was counted once, every success has its latency, and no child is left. */
void assert_books_balance(void);

/* Runs the row: all of it succeeds, or it fails with an error of that kind and a reason that holds these words. */
void assert_passes(const load_row *row);
void assert_fails(const load_row *row, load_error kind, const char *reason);

#endif
