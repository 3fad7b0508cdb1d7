/* SPDX-License-Identifier: MIT */
#include "checksum.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

void chart_checksum(const char *bytes, size_t length, char out[CHART_CHECKSUM_SIZE]) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    snprintf(out, CHART_CHECKSUM_SIZE, "fnv1a64:%016" PRIx64, hash);
}
