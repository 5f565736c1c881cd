#!/usr/bin/env bash
# scripts/release.sh in a copy of the tree whose other scripts are stand-ins. Usage: release_test.sh ROOT
# shellcheck disable=SC2016,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: release_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

tree=$scratch/tree
mkdir -p "$tree/scripts" "$scratch/bin"
cp "$root/scripts/release.sh" "$tree/scripts/"
stand_in() { printf '#!%s\necho "%s $*" >> "%s/calls"\n%s\n' "$BASH" "$2" "$scratch" "$3" > "$1" && chmod +x "$1"; }
stand_in "$tree/scripts/setup.sh" setup ''
stand_in "$tree/scripts/package.sh" package 'rm -rf dist && mkdir -p dist build/package && echo deb > dist/a.deb && echo old > dist/SHA256SUMS
echo "CMAKE_PROJECT_VERSION:STATIC=1.2.3" > build/package/CMakeCache.txt'
stand_in "$tree/scripts/windows.sh" windows 'echo exe > dist/b.exe; exit "${WINDOWS_CODE:-0}"'
stand_in "$tree/scripts/web.sh" web 'mkdir -p build/web/page && echo html > build/web/page/index.html'
stand_in "$scratch/bin/git" git '[ "$1" != status ] || { [ -z "${CHANGED-}" ] || echo " M file"; exit; }
echo 1700000000'
stand_in "$scratch/bin/zip" zip 'cat > /dev/null; for a; do case $a in *.zip) stat -c %Y */index.html > "$a" ;; esac; done'

release() {
  : > "$scratch/calls"
  output=$(cd "$scratch" && PATH="$scratch/bin:$PATH" "$BASH" tree/scripts/release.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; cat "$scratch/calls"; failures=$((failures + 1)); fi; }
called() { grep -qE -e "$1" "$scratch/calls"; }
sums() { (cd "$tree/dist" && sha256sum --quiet -c SHA256SUMS && [ "$(wc -l < SHA256SUMS)" -eq "$1" ]); }

release
require "plain: succeeds, with the sums of all" '[ $code -eq 0 ] && sums 3'
require "plain: proves what it can" 'called "^package --again$" && called "^windows --try$"'
require "plain: the page is a folder in an archive, of the date of the commit" \
  '[ "$(cat "$tree/dist/attention-lab-1.2.3-page.zip")" = 1700000000 ]'
release --without windows
require "--without windows: makes the others" '[ $code -eq 0 ] && sums 2 && ! called "^windows"'
release --without page --without windows
require "--without both: the packages alone" '[ $code -eq 0 ] && sums 1 && ! called "^web"'
WINDOWS_CODE=1 release
require "where one fails, so does the script" '[ $code -ne 0 ] && ! called "^web"'
CHANGED=yes release
require "changes: begins nothing, and says what to do" '[ $code -eq 1 ] && [[ $output == *"commit them"* ]] && ! called "^package"'
release --quickly
require "no such option: says which there are" '[ $code -eq 2 ] && [[ $output == *"--without windows"* ]] && ! called .'
exit $((failures > 0))
