/* SPDX-License-Identifier: MIT */
#include "count.h"

#include <errno.h>
#include <stdlib.h>

static void print_json(const micro_printer *printer, const micro_count *count) {
    FILE *out = printer->out;
    (void)fprintf(out, "%s{\"id\":\"%s\",\"shape\":\"%s\",", printer->begun ? ",\n " : "[", count->id,
                  count->shape);
    if (count->vector) {
        (void)fprintf(out, "\"vector_path\":\"%s\",", count->vector);
    } else {
        (void)fprintf(out, "\"vector_path\":null,");
    }
    if (count->amount >= 0) {
        (void)fprintf(out, "\"%s\":%.15g}", count->figure, count->amount);
    } else {
        (void)fprintf(out, "\"note\":\"%s\"}", count->note);
    }
}

static void print_line(const micro_printer *printer, const micro_count *count) {
    (void)fprintf(printer->out, "%-12s %-24s %-7s ", count->id, count->shape,
                  count->vector ? count->vector : "");
    if (count->amount >= 0) {
        (void)fprintf(printer->out, "%12.2f\n", count->amount);
    } else {
        (void)fprintf(printer->out, "%s\n", count->note);
    }
}

void micro_print(micro_printer *printer, const micro_count *count) {
    if (printer->json) {
        print_json(printer, count);
    } else {
        if (!printer->begun) (void)fprintf(printer->out, "%s\n", count->figure);
        print_line(printer, count);
    }
    printer->begun = true;
}

bool micro_print_end(micro_printer *printer) {
    if (printer->json) (void)fputs(printer->begun ? "]\n" : "[]\n", printer->out);
    return fflush(printer->out) == 0 && !ferror(printer->out);
}

bool micro_parse_count(const char *text, unsigned long *count) {
    char *end;
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    *count = strtoul(text, &end, 10);
    return errno == 0 && *end == '\0' && *count > 0;
}
