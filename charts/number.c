/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <math.h>
#include <stdio.h>

/* Decimals that leave three digits; what rounds up to the next power of ten has one fewer. */
static int decimals(double value) {
    if (value < 9.995) return 2;
    return value < 99.95 ? 1 : 0;
}

const char *chart_number_rate(double per_second, char *out) {
    static const struct {
        double from;
        double unit;
        const char *suffix;
    } scales[] = {{999.5e6, 1e9, " G"}, {999.5e3, 1e6, " M"}, {999.5, 1e3, " k"}, {0, 1, ""}};
    int scale = 0;
    while (scale < 3 && per_second < scales[scale].from) scale++;
    double value = per_second / scales[scale].unit;
    snprintf(out, CHART_NUMBER_SIZE, "%.*f%s", decimals(value), value, scales[scale].suffix);
    return out;
}

const char *chart_number_percent(double share, char *out) {
    double percent = share * 100;
    snprintf(out, CHART_NUMBER_SIZE, "%.*f %%", percent < 9.995 ? 1 : 0, percent);
    return out;
}

const char *chart_number_plain(double value, char *out) {
    double rounded = round(value);
    if (value == 0)
        snprintf(out, CHART_NUMBER_SIZE, "0");
    else if (value < 99.95)
        snprintf(out, CHART_NUMBER_SIZE, "%.*f", decimals(value), value);
    else if (rounded < 1000 || rounded >= 1e6)
        snprintf(out, CHART_NUMBER_SIZE, "%.0f", rounded);
    else
        snprintf(out, CHART_NUMBER_SIZE, "%.0f,%03.0f", floor(rounded / 1000), fmod(rounded, 1000));
    return out;
}
