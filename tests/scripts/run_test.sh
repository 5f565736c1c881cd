#!/usr/bin/env bash
# scripts/run.sh in a copy of the tree whose set-up and build are stand-ins. Usage: run_test.sh ROOT
# shellcheck disable=SC2016,SC2317,SC2086  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: run_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

mkdir -p "$scratch/tree/scripts" "$scratch/bin" "$scratch/tree/build/release" "$scratch/elsewhere"
cp "$root/scripts/run.sh" "$scratch/tree/scripts/"
stand_in() { printf '#!%s\n%s\n' "$BASH" "$2" > "$1" && chmod +x "$1"; }
stand_in "$scratch/tree/scripts/setup.sh" 'echo setup'
stand_in "$scratch/bin/cmake" 'echo building'
stand_in "$scratch/tree/build/release/attention-lab" 'echo "here: $PWD"; printf "<%s>" "$@"; exit 7'

# run DISPLAY ARGUMENTS...
run() {
  output=$(cd "$scratch/elsewhere" && env -u WAYLAND_DISPLAY DISPLAY="$1" PATH="$scratch/bin:$PATH" \
    "$BASH" "$scratch/tree/scripts/run.sh" "${@:2}" 2> "$scratch/errors")
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; cat "$scratch/errors"; failures=$((failures + 1)); fi; }
started() { [ $code -eq 7 ] && [[ $output == "here: $scratch/elsewhere"* ]]; }
explained() { [ $code -eq 1 ] && grep -q 'no display' "$scratch/errors" && grep -q 'run.sh train' "$scratch/errors" && grep -q 'xvfb-run' "$scratch/errors"; }

run ""
require "no display: explains" explained
run "" --script demo.txt
require "no display, a script for the window: explains" explained
run "" train --preset "a b"
require "no display, a subcommand: starts in the caller's folder" started
require "arguments are passed on, standard output is the program's alone" '[[ $output == *"<train><--preset><a b>" ]]'
run "" --help
require "no display, help: starts" started
run ":0"
require "a display: starts" started
exit $((failures > 0))
