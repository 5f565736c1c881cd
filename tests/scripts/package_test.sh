#!/usr/bin/env bash
# scripts/package.sh in a copy of the tree whose set-up, build and tools are stand-ins. Usage: package_test.sh ROOT
# shellcheck disable=SC2016,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: package_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

mkdir -p "$scratch/tree/scripts" "$scratch/bin"
cp "$root/scripts/package.sh" "$scratch/tree/scripts/"
touch -d @1700000000 "$scratch/tree/CHANGELOG.md"
stand_in() { printf '#!%s\necho "%s $*" >> "%s/calls"\n%s\n' "$BASH" "$2" "$scratch" "$3" > "$1" && chmod +x "$1"; }
stand_in "$scratch/tree/scripts/setup.sh" setup ''
stand_in "$scratch/tree/scripts/check_rpm.sh" check_rpm ''
stand_in "$scratch/bin/git" git 'exit 128'
# Configuring leaves a cache, installing a component a file of its name.
stand_in "$scratch/bin/cmake" cmake '
case $1 in
  --preset) mkdir -p "$4" && echo "CMAKE_PROJECT_VERSION:STATIC=1.2.3" > "$4/CMakeCache.txt" ;;
  --install) mkdir -p "$DESTDIR/${@: -1}/bin" && echo file > "$DESTDIR/${@: -1}/bin/$4" ;;
esac'
stand_in "$scratch/bin/cpack" cpack 'mkdir -p "$6" && echo "$SOURCE_DATE_EPOCH" | tee "$6/attention-lab-1.2.3-1.x86_64.rpm" > "$6/attention-lab_1.2.3_amd64.deb"
[ -z "${OTHER-}" ] || [[ $6 != *again* ]] || echo other > "$6/attention-lab_1.2.3_amd64.deb"'
for tool in lintian desktop-file-validate appstreamcli; do stand_in "$scratch/bin/$tool" $tool 'exit "${CHECK_CODE:-0}"'; done

package() {
  : > "$scratch/calls"
  output=$(cd "$scratch" && env -u SOURCE_DATE_EPOCH PATH="$scratch/bin:$PATH" "$BASH" tree/scripts/package.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; cat "$scratch/calls"; failures=$((failures + 1)); fi; }
called() { grep -qE -e "$1" "$scratch/calls"; }
archive=$scratch/tree/dist/attention-lab-1.2.3-$(uname -m).tar.gz

package
require "plain: succeeds" '[ $code -eq 0 ]'
require "plain: packages and sums lie in dist" '(cd "$scratch/tree/dist" && sha256sum --quiet -c SHA256SUMS && [ "$(wc -l < SHA256SUMS)" -eq 3 ])'
require "plain: asks for the tools that it needs" 'called "^setup .*rpm .*librsvg2-bin.*lintian"'
require "plain: builds for any processor" 'called "^cmake --preset package -B build/package$"'
require "plain: checks" 'called "^lintian .*attention-lab_1.2.3_amd64.deb" && called "^check_rpm dist/attention-lab-1.2.3-1.x86_64.rpm$" && called "^desktop-file-validate" && called "^appstreamcli validate"'
require "the archive has one folder, of nobody and of the date of the changes" \
  '[[ $(TZ=UTC tar -tvzf "$archive" --full-time | head -n 1) == *" 0/0 "*"2023-11-14 22:13:20 attention-lab-1.2.3-"*/ ]]'
require "the archive has the program, and the libraries that systems seldom have" \
  'listed=$(tar -tf "$archive") && [[ $listed == */bin/archive*/bin/elsewhere*/bin/runtime* ]]'

package --no-checks -DATTNLAB_WEBSITE=https://example.org
require "--no-checks: checks nothing, and needs no tools for it" '[ $code -eq 0 ] && ! called "lintian" && ! called "^check_rpm"'
require "-D goes to CMake" 'called "^cmake --preset package -B build/package -DATTNLAB_WEBSITE=https://example.org$"'

package --no-checks --again
require "--again: says that both are the same" '[ $code -eq 0 ] && [[ $output == *"the same bytes"* ]]'
OTHER=yes package --no-checks --again
require "--again: fails where they differ" '[ $code -ne 0 ] && [[ $output != *"the same bytes"* ]]'

CHECK_CODE=1 package
require "a check fails: so does the script" '[ $code -ne 0 ]'

package --fast
require "no such option: says which there are" '[ $code -eq 2 ] && [[ $output == *"--no-checks, --again"* ]] && ! called .'
exit $((failures > 0))
