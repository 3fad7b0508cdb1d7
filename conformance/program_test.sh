#!/bin/sh
# SPDX-License-Identifier: MIT
# program_test.sh CONFORMANCE BROKEN_SERVER: exit statuses and reports of the program.
program=$1 broken=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# expect STATUS WHAT ARGUMENT..
expect() {
    status=$1 what=$2
    shift 2
    "$program" "$@" >"$folder/out" 2>"$folder/err"
    got=$?
    [ $got -eq "$status" ] || { echo "$what: exit status $got, not $status"; cat "$folder/out" "$folder/err"; exit 1; }
}
has() { grep -q -- "$2" "$1" || { echo "no '$2' in:"; cat "$1"; exit 1; }; }

expect 0 "all is well" --in-process --section 7
has "$folder/out" "0 must failed"
expect 2 "no server named" --section 7
expect 2 "no such option" --in-process --frob
expect 2 "nobody there" --connect "unix://$folder/none"
has "$folder/err" "$folder/none"
expect 2 "no such case" --in-process --name no-such-case
expect 2 "no such method to map" --in-process --map frob=x
expect 0 "a list" --list --section 6
has "$folder/out" "6-batch/array/one-call"

socket="unix://$folder/socket?framing=line"
expect 1 "a wrong id" --launch "$broken wrong-id $folder/socket" --connect "$socket" --tier service --section 4-request --random 0 \
    --json "$folder/json" --junit "$folder/junit" --markdown "$folder/markdown" --jobs 1
has "$folder/out" "^Failures"
has "$folder/json" '"verdict":"fail"'
has "$folder/junit" '<failure message="id is not the expected one">'
has "$folder/markdown" "### 4-request-object/id-kinds/zero"
expect 1 "random cases" --launch "$broken closes-at-a-bracket $folder/socket" --connect "$socket" --tier any --name random/
has "$folder/out" "more of them (--verbose)"
expect 0 "should, and not must" --launch "$broken skips-notifications $folder/socket" --connect "$socket" --tier service \
    --name notification-runs
expect 1 "should, and it must" --launch "$broken skips-notifications $folder/socket" --connect "$socket" --tier service \
    --name notification-runs --strict
expect 0 "a method of one's own" --launch "$broken right $folder/socket" --connect "$socket" --tier any --method minus \
    --params '[50,8]' --result 42 --section 7
has "$folder/out" "0 must failed"
echo "exit statuses and reports are right"
