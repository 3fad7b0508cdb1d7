/* SPDX-License-Identifier: MIT */
#ifndef LOAD_MATCHING_H
#define LOAD_MATCHING_H

#include "connection.h"

/* The matching policies: how replies are told to be the right ones. */

/* For workloads with expected results. What comes back is compared with what was learned, one memcmp a
 * receive; only what differs goes through the parser and is matched by id and judged by value, in any
 * order. */
load_match load_match_judged;

/* For workloads without: every byte is as learned, or the run fails. */
load_match load_match_learned;

/* Judges one whole document by the parser's way, and takes what it answers off the window. False: it
 * cannot be told what it answers, and the run has been failed. */
bool load_match_document(load_connection *connection, wire_slice document, uint64_t now);

#endif
