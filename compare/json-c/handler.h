/* SPDX-License-Identifier: MIT */
#ifndef COMPARE_JSON_C_HANDLER_H
#define COMPARE_JSON_C_HANDLER_H

#include <json-c/json.h>
#include <json-c/printbuf.h>
#include <stdbool.h>
#include <stddef.h>

/* The benchmark service of ../methods.json on json-c, the way an experienced user of json-c writes it: the
 * control that our own figures are divided by. Frozen; see README.md before changing a line. */

/* As deep as our own library goes by default; json-c's own default of 32 would refuse what we accept. */
#define JSON_C_DEPTH 64

/* One tokener and what it needs, reused from document to document. One per thread. */
struct json_c_handler;

/* NULL: out of memory. */
struct json_c_handler *json_c_handler_new(void);

/* NULL is ignored. */
void json_c_handler_free(struct json_c_handler *handler);

/* Answers one document, a request or a batch, of `length` bytes. Appends the reply to `reply`, nothing for a
 * notification. False: out of memory, or past the 2 GiB that json-c's lengths can tell; `reply` is as it was.
 */
bool json_c_handle(struct json_c_handler *handler, const void *request, size_t length,
                   struct printbuf *reply);

/* The same for a document that has been parsed already, as a stream's own tokener does it. Borrows
 * `document`, which is NULL for a JSON null. */
bool json_c_answer(struct json_object *document, struct printbuf *reply);

/* Appends the reply to text that is no JSON: -32700 under id null. False: out of memory. */
bool json_c_answer_garbage(struct printbuf *reply);

#endif
