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
stand_in "$tree/scripts/appimage.sh" appimage ''
stand_in "$tree/scripts/parts.sh" parts 'echo parts > dist/attention-lab-1.2.3-parts.tar.gz'
stand_in "$tree/scripts/manifests.sh" manifests 'mkdir -p dist/manifests && ls dist/*.gz > dist/manifests/a.yaml'
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
require "plain: succeeds, with the sums of all" '[ $code -eq 0 ] && sums 5'
require "plain: proves what it can" 'called "^package --again$" && called "^windows --try$" && called "^appimage --try$"'
require "plain: the sources are those of the commit, in one folder" \
  'called "^git archive --format=tar --prefix=attention-lab-1.2.3/ HEAD$" && [ "$(zcat "$tree/dist/attention-lab-1.2.3-source.tar.gz")" = 1700000000 ]'
require "plain: manifests are made once the sources are there" \
  'called "^manifests $" && [ "$(wc -l < "$tree/dist/manifests/a.yaml")" -eq 2 ]'
require "plain: the page is a folder in an archive, of the date of the commit" \
  '[ "$(cat "$tree/dist/attention-lab-1.2.3-page.zip")" = 1700000000 ]'
release --without windows
require "--without windows: makes the others" '[ $code -eq 0 ] && sums 4 && ! called "^windows"'
release --without page --without windows
require "--without both: packages and sources" '[ $code -eq 0 ] && sums 3 && ! called "^web"'
release --without page --website https://example.org/lab/ --downloads https://example.org/files --appimage-runtime /runtime
require "addresses go to packages and manifests, the runtime to the AppImage" \
  '[ $code -eq 0 ] && called "^package --again -DATTNLAB_WEBSITE=https://example.org/lab$" && called "^appimage --try --runtime /runtime$" &&
   called "^manifests --website https://example.org/lab/ --downloads https://example.org/files$"'
release --website example.org
require "not an address: begins nothing" '[ $code -eq 2 ] && ! called .'
WINDOWS_CODE=1 release
require "where one fails, so does the script" '[ $code -ne 0 ] && ! called "^web"'
CHANGED=yes release
require "changes: begins nothing, and says what to do" '[ $code -eq 1 ] && [[ $output == *"commit them"* ]] && ! called "^package"'
release --quickly
require "no such option: says which there are" '[ $code -eq 2 ] && [[ $output == *"--without windows"* ]] && ! called .'
exit $((failures > 0))
