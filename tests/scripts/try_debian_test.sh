#!/usr/bin/env bash
# scripts/try_debian.sh in a copy of the tree whose system is a folder of stand-ins. Usage: try_debian_test.sh ROOT
# shellcheck disable=SC2016,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: try_debian_test.sh ROOT}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

tree=$scratch/tree cache=$scratch/cache/attention-lab/debian
mkdir -p "$tree/scripts" "$scratch/bin"
cp "$root/scripts/try_debian.sh" "$root/scripts/debian.sh" "$tree/scripts/"
stand_in() { printf '#!%s\necho "%s $*" >> "%s/calls"\n%s\n' "$BASH" "$2" "$scratch" "$3" > "$1" && chmod +x "$1"; }
stand_in "$tree/scripts/setup.sh" setup ''
stand_in "$tree/scripts/try_packages.sh" try_packages 'mkdir -p "${0%/*}/../build" && echo png > "${0%/*}/../build/window-of-package.png"'
stand_in "$scratch/bin/id" id 'echo "${USER_ID:-0}"'
stand_in "$scratch/bin/apt-get" apt-get '[ "$1" != indextargets ] || echo "main $(. /etc/os-release; echo $VERSION_CODENAME) http://mirror.invalid/"'
stand_in "$scratch/bin/git" git 'case $* in
  *rev-parse*) [ -z "${NO_COMMIT-}" ] || exit 128; echo 0123456789 ;;
  *checkout*) mkdir -p "$2/dist" "$2/scripts" && cp '"$tree"'/scripts/* "$2/scripts/" && : > "$2/dist/a.deb" ;;
esac'
stand_in "$scratch/bin/debootstrap" debootstrap 'mkdir -p "$3/etc/apt/apt.conf.d" "$3/tmp" && echo 13 > "$3/etc/debian_version"'
# What would run in the system: its command follows the folder, two of --bind, and the script that changes the folder.
stand_in "$scratch/bin/unshare" unshare 'shift 11
[ "$1 $2" != "sh -c" ] || shift 4
echo "in: $*" >> '"$scratch/calls"'
case $* in
  *"--version"*) echo "compiler 1.2.3" ;;
  *"-[0-9]+$") printf "%s - compiler\n" g++-14 g++-12 ;;
  "apt-cache search"*) [ -n "${MISSING-}" ] || echo "$4 - compiler" ;;
  *xvfb-run*) [ -n "${NO_PICTURE-}" ] || echo png > '"$cache/trixie/tmp/learned.png"' ;;
  scripts/test.sh*) echo "100% tests passed, 0 tests failed out of 7"; exit "${TESTS_CODE:-0}" ;;
esac'

# The mirror is asked by a program of apt's, by its full path.
sed -i "s|/usr/lib/apt/apt-helper|$scratch/bin/apt-helper|" "$tree/scripts/debian.sh"
stand_in "$scratch/bin/apt-helper" apt-helper 'exit "${NO_RELEASE:-0}"'

try() {
  : > "$scratch/calls"
  output=$(cd "$scratch" && XDG_CACHE_HOME=$scratch/cache PATH="$scratch/bin:$PATH" "$BASH" tree/scripts/try_debian.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; cat "$scratch/calls"; failures=$((failures + 1)); fi; }
called() { grep -qE -e "$1" "$scratch/calls"; }
errors() { grep -c '^scripts/try_debian.sh: ' <<< "$output"; }

try 13
require "13: succeeds, and is trixie" '[ $code -eq 0 ] && called "^debootstrap --variant=minbase trixie $cache/trixie.part http://mirror.invalid/"'
require "does what README.md says" 'called "in: scripts/setup.sh$" && called "in: .*xvfb-run -a scripts/run.sh" && called "in: scripts/test.sh$"'
require "the end says what was seen" \
  '[[ $output == *"Debian trixie 13, "*"setup "*" min: compiler 1.2.3"*"learned 100 steps"*"0 tests failed out of 7"* ]]'
require "the log is kept" 'grep -q "learned 100 steps" "$cache/trixie.log"'
try trixie
require "the folder is used again" '[ $code -eq 0 ] && ! called "^debootstrap"'
try trixie --again setup
require "--again: a fresh one" '[ $code -eq 0 ] && called "^debootstrap" && ! called "run.sh"'
try trixie learn --compiler gcc-14 --packages
require "--compiler: installed, and given to scripts/test.sh" 'called "in: .*install.* g[+][+]-14$" && called "in: scripts/test.sh --compiler g[+][+]-14 -N$"'
require "--compiler: the window is that of its build" 'called "xvfb-run -a build/release-g[+][+]-14/attention-lab"'
require "--packages: made there, tried in a second folder" \
  'called "in: scripts/package.sh" && called "^try_packages --release trixie $cache/trixie-bare$"'
try trixie --compiler clang-19 setup
require "--compiler: Clang has another name than its package" 'called "in: .*install.* clang-19$" && called "in: clang[+][+]-19 --version"'

MISSING=yes try trixie --compiler gcc-15
require "no such package: says which there are" '[ $code -eq 1 ] && [[ $output == *"package g++-15; there are g++-12 g++-14;"* ]]'
NO_PICTURE=yes try trixie learn
require "no picture: fails" '[ $code -eq 1 ] && [[ $output == *"left no picture"* ]]'
TESTS_CODE=8 try trixie tests
require "a test fails: so does the script, with one line" '[ $code -eq 1 ] && [ "$(errors)" -eq 1 ] && [[ $output == *"tests "*"failed after"* ]]'
NO_RELEASE=1 try sid
require "a mirror without the release: is named, in one line" \
  '[ $code -eq 1 ] && [ "$(errors)" -eq 1 ] && [[ $output == *"http://mirror.invalid/ does not have Debian sid"* ]]'
for wrong in "" buster "trixie everything" "trixie --compiler" "trixie --compiler icc" "trixie --quickly" "trixie all more"; do
  # shellcheck disable=SC2086
  try $wrong
  require "'$wrong': one line" '[ $code -eq 2 ] && [ "$(wc -l <<< "$output")" -eq 1 ] && ! called "debootstrap|unshare"'
done
USER_ID=1000 try trixie
require "not root: one line that says what to do" '[ $code -eq 1 ] && [ "$output" = "scripts/try_debian.sh: only root can make a folder with Debian and enter it: sudo scripts/try_debian.sh" ]'
NO_COMMIT=yes try trixie
require "no commit: one line" '[ $code -eq 1 ] && [ "$(wc -l <<< "$output")" -eq 1 ]'
exit $((failures > 0))
