/* SPDX-License-Identifier: MIT */
#include "judged.h"

/* Pipelined streams are judged on one connection, where one more system call a message would show most; HTTP on
 * sixteen, because one request in flight measures the wake-up of an idle CPU. */
const chart_judged chart_judged_all[CHART_JUDGED] = {
    {"tcp", "TCP", 1, {"echo-burn-tcp", "echo-tcp"}},
    {"unix", "Unix socket", 1, {"echo-burn-unix", "echo-unix"}},
    {"http", "HTTP, one request a POST", 16, {"http-constant", "http-nginx"}},
    {"http-batch", "HTTP, a batch a POST", 16, {"http-batch-echo"}},
};

static bool beside_a_limit(const chart_result *result, const chart_judged *judged, unsigned connections) {
    chart_setting setting;
    for (size_t i = 0; i < CHART_LIMITS_MAXIMUM && judged->limits[i]; i++)
        if (chart_setting_find(result, judged->limits[i], connections, 0, &setting)) return true;
    return false;
}

bool chart_judged_setting(const chart_result *result, const chart_judged *judged, chart_setting *setting) {
    unsigned at[16];
    size_t count = chart_connections(result, judged->id, at, 16);
    if (count == 0) return false;
    unsigned most = at[count - 1];
    unsigned chosen = 0;
    for (size_t i = 0; i < count; i++)
        if (chosen != judged->connections && beside_a_limit(result, judged, at[i])) chosen = at[i];
    return chart_setting_find(result, judged->id, chosen ? chosen : most, 0, setting);
}
