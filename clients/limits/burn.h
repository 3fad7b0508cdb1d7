/* SPDX-License-Identifier: MIT */
#ifndef LIMIT_BURN_H
#define LIMIT_BURN_H

#include <stdint.h>

/* Work of a known length: what the echo does for each message in place of a library. */

/* Finds out how fast this CPU steps through limit_burn's loop: the fastest of many short tries, since
 * whatever disturbs one makes it slower. Returns steps a nanosecond. Takes about 20 ms. */
double limit_burn_calibrate(void);

/* Takes so many steps, in registers. */
void limit_burn(uint64_t steps);

#endif
