/* SPDX-License-Identifier: MIT */
#ifndef CHART_CONFORMANCE_H
#define CHART_CONFORMANCE_H

#include "data.h"

#include <stdio.h>

/* Writes which requirements each server meets, from conformance.json in the folder of the data file. */
void chart_conformance_write(const chart_data *data, FILE *out);

#endif
