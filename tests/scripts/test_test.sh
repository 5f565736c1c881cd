#!/usr/bin/env bash
# scripts/test.sh in a copy of the tree whose set-up, build and tests are stand-ins. Usage: test_test.sh ROOT
# shellcheck disable=SC2016,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: test_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

mkdir -p "$scratch/tree/scripts" "$scratch/bin"
cp "$root/scripts/test.sh" "$scratch/tree/scripts/"
stand_in() { printf '#!%s\necho "%s $*" >> "%s/calls"\n%s\n' "$BASH" "$2" "$scratch" "$3" > "$1" && chmod +x "$1"; }
stand_in "$scratch/tree/scripts/setup.sh" setup ''
# Configuring makes the folder, which is the fourth argument; building says what BUILD_SAYS is.
stand_in "$scratch/bin/cmake" cmake 'if [ "$1" = --preset ]; then mkdir -p "$4"; else echo "${BUILD_SAYS-}"; fi'
stand_in "$scratch/bin/ctest" ctest 'exit "${CTEST_CODE:-0}"'
stand_in "$scratch/bin/g++-15" g++-15 'echo "#define __AVX2__ 1"'
stand_in "$scratch/bin/uname" uname 'echo x86_64'
# A compiler that knows AVX2 alone, and of x86-64-v2 SSE4.2.
stand_in "$scratch/bin/c++" c++ 'case $* in -dumpversion) echo "${VERSION:-12}" ;; *v2*) echo "#define __SSE4_2__ 1" ;; *) echo "#define __AVX2__ 1" ;; esac'

# run_script ARGUMENTS...
run_script() {
  : > "$scratch/calls"
  output=$(cd "$scratch" && env -u CXX DISPLAY=:0 PATH="$scratch/bin:$PATH" "$BASH" tree/scripts/test.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; cat "$scratch/calls"; failures=$((failures + 1)); fi; }
called() { grep -qE -e "$1" "$scratch/calls"; }
first_line() { head -n 1 <<< "$output"; }

run_script
require "plain: succeeds" '[ $code -eq 0 ]'
require "plain: the first line names the instruction sets" \
  '[[ $(first_line) == *"AVX2 (-march=native)"*"pictures for x86-64-v2"* ]]'
require "plain: draws pictures for another instruction set" \
  'called "^cmake --preset release -B build/release -DATTNLAB_PICTURES_ARCH=x86-64-v2$"'
require "plain: leaves out what repeats for every preset, and draws pictures once" \
  'called "^ctest --preset release .*-E /Every/[|]\^gui/Pictures$"'
require "plain: compiles no benchmarks" 'called "^cmake --build build/release" && ! called benchmarks'
require "plain: sets up first" '[ "$(head -n 1 <(grep -v c++ "$scratch/calls" | grep -v uname))" = "setup " ]'

run_script --all
require "--all: leaves nothing out" 'called "^ctest --preset release" && ! called "^ctest.*-E"'
require "--all: compiles the benchmarks" 'called "^cmake --build build/release .*--target all benchmarks$"'

run_script -R attention
require "ctest's options are passed on" 'called "^ctest --preset release .*-E /Every/ -R attention$"'
require "chosen tests: no other pictures" '! called "x86-64-v2"'

run_script --arch x86-64-v2
require "--arch: names it" '[[ $(first_line) == *"SSE4.2 (-march=x86-64-v2)" ]]'
require "--arch: is tested in that folder" 'called "^ctest --test-dir build/release-x86-64-v2 "'
require "--arch: has a folder of its own" \
  'called "^cmake --preset release -B build/release-x86-64-v2 -DATTNLAB_PICTURES_ARCH= -DATTNLAB_ARCH=x86-64-v2"'

run_script --preset asan
require "asan: by its preset, which leaves out what would take hours" 'called "^ctest --preset asan"'

run_script --preset fast
require "no such preset: says which there are" '[ $code -eq 2 ] && [[ $output == *"release, debug, asan or tsan"* ]] && ! called .'

BUILD_SAYS='core/x.cpp:3:1: warning: unused' run_script
require "GCC 12 warns: the script ends before the tests, and shows where" \
  '[ $code -ne 0 ] && [[ $output == *"core/x.cpp:3:1"*"the compiler printed warnings"* ]] && ! called ctest'
BUILD_SAYS='core/x.cpp:3:1: warning: unused' VERSION=14 run_script
require "another compiler warns: the tests run" '[ $code -eq 0 ] && called ctest'

run_script --compiler g++-15
require "--compiler: has a folder of its own, and every warning is an error" \
  'called "^cmake --preset release -B build/release-g[+][+]-15 .*-DCMAKE_CXX_COMPILER=g[+][+]-15 -DCMAKE_COMPILE_WARNING_AS_ERROR=ON"'
require "--compiler: shows all errors, and tests what was built" \
  'called "^cmake --build build/release-g[+][+]-15 .* -- -k 0$" && called "^ctest --test-dir build/release-g[+][+]-15 "'
BUILD_SAYS='/usr/bin/ld: warning: x.o' VERSION=14 run_script --compiler g++-15
require "--compiler: the linker warns: the script ends before the tests" '[ $code -ne 0 ] && ! called ctest'
run_script --compiler g++-99
require "--compiler: one that is missing is named" '[ $code -eq 2 ] && [[ $output == *"g++-99"*"not installed"* ]] && ! called .'

CTEST_CODE=8 run_script
require "a test fails: so does the script" '[ $code -ne 0 ]'

exit $((failures > 0))
