/* SPDX-License-Identifier: MIT */
#ifndef CHART_TEST_PROJECT_H
#define CHART_TEST_PROJECT_H

#include "json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* For tests: the program as people run it, in a project folder of its own. Whatever fails in here fails the test. */

/* Runs `tests` in a new folder, with the program and the fixture that the command line names; what main returns. */
int project_main(int count, char **values, int (*tests)(void));

/* Set-ups of single tests: a README without figures and no data; or the fixture published there. */
int project_fresh(void **state);
int project_published(void **state);

/* For a group whose tests use project_published: draws its pictures once, and lets go of them. */
int project_keep(void **state);
int project_forget(void **state);

/* Runs the program in the folder and returns its exit status; the arguments end with NULL. */
int project_run(const char *command, ...);

/* What the last run printed, on either stream. */
extern char project_said[65536];

/* The last run ended with the expected status, and printed these words. */
void project_expect(int status, int expected, const char *words);

/* Files of the folder. A path is good until four more were asked for; texts are to be freed. */
const char *project_path(const char *name);
bool project_has(const char *name);
char *project_get(const char *name);
void project_put(const char *name, const char *text);

/* Puts one byte of a file one higher: the one behind the first `after`. */
void project_change(const char *name, const char *after);

/* The fixture's path, absolute. */
extern const char *project_fixture_path;

/* The fixture, to be changed, or with the runs of one series only; its context; and writing it under a name, which
 * frees it. */
json_object *project_fixture(void);
json_object *project_only(const char *id);
json_object *project_context(json_object *json);
void project_set_flag(json_object *json, const char *name, bool flag);
void project_save(json_object *json, const char *name);

#endif
