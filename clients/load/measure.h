/* SPDX-License-Identifier: MIT */
#ifndef LOAD_MEASURE_H
#define LOAD_MEASURE_H

#include "job.h"

#include "wire/server.h"

/* Runs the client threads of a job through ramp, window and drain, and fills `outcome` with all that was
 * seen. Whether the job failed stands in the job. server: whose use of the machine is observed; NULL:
 * none. */
void load_measure(load_job *job, const wire_server *server, load_outcome *outcome);

#endif
