/* SPDX-License-Identifier: MIT */
#include "data_fixture.h"
#include "point.h"

static void a_median_is_in_the_middle(void **state) {
    (void)state;
    double odd[] = {5, 1, 3};
    double even[] = {4, 1, 3, 2};
    chart_point of_odd = chart_point_of(odd, 3);
    chart_point of_even = chart_point_of(even, 4);
    assert_true(of_odd.low == 1 && of_odd.median == 3 && of_odd.high == 5 && of_odd.n == 3);
    assert_true(of_even.low == 1 && of_even.median == 2.5 && of_even.high == 4 && of_even.n == 4);
}

static void settings_are_found_or_not(void **state) {
    const chart_data *data = *state;
    const chart_result *result = &data->results[0];
    chart_setting setting;
    assert_true(chart_setting_find(result, "tcp", 4, 0, &setting));
    assert_int_equal(setting.threads, 1);
    assert_string_equal(setting.workload, "five");
    assert_true(chart_setting_find(result, "sync", 0, 2, &setting));
    assert_int_equal(setting.threads, 2);
    assert_false(chart_setting_find(result, "tcp", 5, 0, &setting));
    assert_false(chart_setting_find(result, "nothing", 1, 0, &setting));
}

static void ratios_pair_repetitions(void **state) {
    const chart_data *data = *state;
    const chart_result *result = &data->results[0];
    chart_setting setting;
    chart_point ratio;
    assert_true(chart_setting_find(result, "tcp", 1, 0, &setting));
    assert_true(chart_point_ratio(result, &setting, "echo-burn-tcp", &ratio));
    assert_int_equal(ratio.n, 3);
    assert_true(ratio.low > 0.85 && ratio.high < 1);
    assert_false(chart_point_ratio(result, &setting, "nothing", &ratio));
    assert_true(chart_setting_find(result, "tcp", 4, 0, &setting));
    assert_false(chart_point_ratio(result, &setting, "echo-burn-tcp", &ratio)); /* not measured at 4 */
}

static void levels_ascend_without_doubles(void **state) {
    const chart_data *data = *state;
    unsigned levels[8];
    assert_int_equal(chart_connections(&data->results[0], "tcp", levels, 8), 3);
    assert_int_equal(levels[0], 1);
    assert_int_equal(levels[1], 4);
    assert_int_equal(levels[2], 16);
    assert_int_equal(chart_connections(&data->results[0], "tcp", levels, 2), 2);
    assert_int_equal(levels[1], 4);
    assert_int_equal(chart_threads(&data->results[0], "sync", levels, 8), 2);
    assert_int_equal(chart_threads(&data->results[0], "nothing", levels, 8), 0);
}

int main(int count, char **values) {
    if (count != 2) return 2;
    data_fixture_path = values[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_median_is_in_the_middle),
        cmocka_unit_test(settings_are_found_or_not),
        cmocka_unit_test(ratios_pair_repetitions),
        cmocka_unit_test(levels_ascend_without_doubles),
    };
    return cmocka_run_group_tests(tests, data_fixture_load, data_fixture_unload);
}
