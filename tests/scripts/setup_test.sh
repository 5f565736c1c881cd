#!/usr/bin/env bash
# scripts/setup.sh on machines with and without apt-get, sudo, packages and package lists. Usage: setup_test.sh ROOT
# shellcheck disable=SC2016,SC2317,SC2086  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: setup_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# Commands of the machine that is played; each call is written down in $scratch/calls.
stand_in() {
  printf '#!%s\necho "%s $*" >> "%s/calls"\n%s\n' "$BASH" "$1" "$scratch" "$2" > "$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

new_machine() {
  rm -rf "${scratch:?}/bin" "$scratch/calls" "$scratch/installed"
  mkdir -p "$scratch/bin"
  : > "$scratch/calls"
  : > "$scratch/installed"
  for tool in bash env sed sort comm cat; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
  stand_in dpkg-query "cat '$scratch/installed'"
  stand_in apt-cache 'exit 0'
  # "install" installs every argument, as dpkg-query would show it.
  stand_in apt-get "for word in \"\$@\"; do [ \"\$word\" = update ] && exit 0; echo \"ii \$word\"; done >> '$scratch/installed'"
  stand_in sudo 'exec "$@"'
  stand_in id "echo ${1-0}"
}

setup() { output=$(PATH=$scratch/bin "$BASH" "$root/scripts/setup.sh" 2>&1); code=$?; }
require() { if ! eval "$2"; then echo "$1: exit $code, said: $output"; cat "$scratch/calls"; failures=$((failures + 1)); fi; }
one_line() { [ "$(wc -l <<< "$output")" -eq 1 ]; }
called() { grep -qE "$1" "$scratch/calls"; }

new_machine
setup
require "a bare machine: succeeds" '[ $code -eq 0 ]'
require "a bare machine: says what it will install" '[[ $output == *"installing with apt-get: "*libimgui-dev* ]]'
require "a bare machine: installs" 'called "^apt-get .*install .*libeigen3-dev"'
require "a bare machine: root needs no sudo" '! called "^sudo"'
require "a bare machine: known packages need no update" '! called "^apt-get .*update"'

: > "$scratch/calls"
setup
require "the second time: succeeds" '[ $code -eq 0 ]'
require "the second time: does nothing" '! called "^(apt-get|sudo)"'
require "the second time: says so" '[[ $output == *"packages are installed"* ]]'

grep -v nlohmann-json3-dev "$scratch/installed" > "$scratch/fewer"
mv "$scratch/fewer" "$scratch/installed"
: > "$scratch/calls"
setup
require "one missing: installs that one alone" 'called "^apt-get .*install .*recommends nlohmann-json3-dev$"'

new_machine 1000
setup
require "not root: asks sudo" 'called "^sudo env .*apt-get .*install"'
require "not root: says that it will" '[[ $output == *"through sudo"* ]]'

new_machine 1000
rm "$scratch/bin/sudo"
setup
require "not root, no sudo: fails in one line that names the command" \
  '[ $code -eq 1 ] && one_line && [[ $output == *"apt-get install "*libimgui-dev* ]]'
require "not root, no sudo: installs nothing" '! called "^apt-get"'

new_machine
stand_in apt-cache 'exit 100'
setup
require "no package lists: updates before it installs" \
  '[ $code -eq 0 ] && [[ $(grep -oE "update|install" "$scratch/calls" | head -1) == update ]]'

new_machine
stand_in apt-get 'exit 100'
setup
require "no network: fails" '[ $code -ne 0 ]'

new_machine
rm "$scratch/bin/apt-get"
setup
require "no apt-get: fails in one line that names the packages" \
  '[ $code -eq 1 ] && one_line && [[ $output == *libimgui-dev* ]]'

exit $((failures > 0))
