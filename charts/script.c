/* SPDX-License-Identifier: MIT */
#include "script.h"

#include "text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const chart_theme chart_themes[CHART_THEMES] = {
    {.name = "light",
     .background = "#ffffff",
     .text = "#1f2328",
     .muted = "#59636e",
     .grid = "#d8dee4",
     .warning = "#b42318",
     .palette = {"#005fa8", "#b34700", "#007a56", "#a03a7c", "#33291f", "#5a35e0", "#59636e"}},
    {.name = "dark",
     .background = "#0d1117",
     .text = "#e6edf3",
     .muted = "#9198a1",
     .grid = "#30363d",
     .warning = "#ffa198",
     .palette = {"#56b4e9", "#f0883e", "#2fc49b", "#e392c3", "#f0eec4", "#b48484", "#9aa4af"}},
};

void chart_script_quote(FILE *out, const char *text) {
    fputc('\'', out);
    for (const char *at = text; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        /* gnuplot writes > as it is, and XML allows no ]]> in a text. */
        if (byte == '>' && at >= text + 2 && at[-1] == ']' && at[-2] == ']') fputc(' ', out);
        if (byte == '\'')
            fputs("''", out);
        else if (byte < 0x20 || byte == 0x7f)
            fputc(' ', out);
        else if (strchr("`\\@$", byte))
            fputc('_', out);
        else
            fputc(byte, out);
    }
    fputc('\'', out);
}

void chart_script_label(const chart_canvas *canvas, double x, double y, const char *colour, const char *look,
                        const char *text) {
    fputs("set label ", canvas->out);
    chart_script_quote(canvas->out, text);
    fprintf(canvas->out, " at screen %.5f, screen %.5f textcolor rgb '%s' noenhanced %s\n", x / canvas->width,
            1 - y / canvas->height, colour, look);
}

/* Says of how many runs something is so; nothing where it is of none. */
static void add_mark(char *marks, size_t size, const chart_result *result, size_t count, const char *what) {
    size_t length = strlen(marks);
    if (count)
        snprintf(marks + length, size - length, "  ·  %zu of %zu runs %s", count,
                 chart_result_measured(result), what);
}

static void label_session(const chart_canvas *canvas, const chart_result *result) {
    char cpu[256];
    char date[64];
    char commit[64];
    char marks[128] = "";
    char session[640];
    add_mark(marks, sizeof marks, result, chart_result_generator_bound(result), "generator-bound");
    add_mark(marks, sizeof marks, result, chart_result_drifted(result), "drifted");
    snprintf(session, sizeof session,
             "%s, %u CPU%s  ·  %s  ·  commit %s  ·  low, median and high of the runs%s",
             chart_text_cut(result->cpu, 60, cpu, sizeof cpu), result->cpus, result->cpus == 1 ? "" : "s",
             chart_text_head(result->date, 10, date, sizeof date),
             chart_text_head(result->commit, 9, commit, sizeof commit), marks);
    chart_script_label(canvas, 16, 44, canvas->theme->muted, "left font ',11'", session);
}

static void label_warning(const chart_canvas *canvas, const chart_result *result) {
    char reason[384];
    char warning[512];
    const char *quick = result->quick ? " (and a quick run)" : "";
    if (!result->complete)
        snprintf(warning, sizeof warning, "INCOMPLETE: %s%s",
                 chart_text_cut(result->incomplete_reason, 90, reason, sizeof reason), quick);
    else if (result->quick)
        snprintf(warning, sizeof warning, "QUICK RUN: shortened throughout, not to be quoted");
    else if (result->dirty)
        snprintf(warning, sizeof warning, "Measured from a checkout with local changes");
    else
        return;
    chart_script_label(canvas, 16, 62, canvas->theme->warning, "left font ',12'", warning);
}

void chart_script_begin(const chart_canvas *canvas, const chart_result *result, const char *name,
                        const char *title) {
    const chart_theme *theme = canvas->theme;
    FILE *out = canvas->out;
    fprintf(out,
            "set encoding utf8\nset terminal svg size %u,%u fixed font 'sans-serif,12' background rgb '%s' "
            "noenhanced name '%s'\n",
            canvas->width, canvas->height, theme->background, name);
    fprintf(out, "set border 3 lc rgb '%s'\nset tics nomirror scale 0.6 textcolor rgb '%s'\n", theme->muted,
            theme->text);
    fprintf(out, "set grid lc rgb '%s' dt 1 lw 0.6\nunset key\n", theme->grid);
    chart_script_label(canvas, 16, 22, theme->text, "left font ',16'", title);
    label_session(canvas, result);
    label_warning(canvas, result);
}

void chart_script_margins(const chart_canvas *canvas, const chart_box *box) {
    fprintf(canvas->out, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n",
            box->left / canvas->width, box->right / canvas->width);
    fprintf(canvas->out, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            1 - box->top / canvas->height, 1 - box->bottom / canvas->height);
}

/* 1, 2, 5, 10, 20, .. counted from 1 at 0; 0.5, 0.2, 0.1, .. below. */
static double step_value(int step) {
    int within = (step % 3 + 3) % 3;
    double mantissa = within == 0 ? 1 : within == 1 ? 2 : 5;
    int decade = (step - within) / 3;
    return mantissa * pow(10, decade);
}

static int step_below(double value) {
    int step = 3 * (int)floor(log10(value));
    while (step_value(step + 1) <= value) step++;
    return step;
}

void chart_script_log_range(double low, double high, double *from, double *to) {
    int first = step_below(low / 1.05);
    int last = step_below(high * 1.05) + 1;
    *from = step_value(first);
    *to = step_value(last);
}

void chart_script_range(FILE *out, double from, double to) {
    fprintf(out, "[%.10g:%.10g]", from * 0.999999, to * 1.000001);
}

void chart_script_log_tics(FILE *out, double from, double to) {
    int first = step_below(from * 1.0001);
    int last = step_below(to * 1.0001);
    bool powers_only = last - first > 8;
    const char *comma = "";
    fputc('(', out);
    for (int step = first; step <= last; step++) {
        static const char *const suffixes[] = {"", " k", " M", " G"};
        double value = step_value(step);
        if (powers_only && step % 3 != 0) continue;
        int scale = 0;
        double shown = value;
        for (; shown >= 1000 && scale < 3; scale++) shown /= 1000;
        fprintf(out, "%s'%g%s' %.10g", comma, shown, suffixes[scale], value);
        comma = ", ";
    }
    fputc(')', out);
}
