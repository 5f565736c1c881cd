#!/usr/bin/env bash
# Tests that the committed sources build and run on a Debian release with nothing but the steps in README.md: installs the
# packages, builds, trains a model in the window, and runs the tests. Runs as root, on Debian.
# Usage: scripts/try_debian.sh RELEASE [WHAT] [--compiler NAME] [--packages] [--again]
#   RELEASE          bookworm, trixie or sid; also 12, 13 or unstable
#   WHAT             setup: only the packages; learn: also builds and opens the window; tests: also builds and runs the
#                    tests; all (default): setup, learn and tests
#   --compiler NAME  builds with this compiler of the release, such as gcc-14 or clang-19, in its own build folder, and
#                    fails at any warning; clang-19-libc++: with LLVM's C++ library, like macOS
#   --packages       also makes the packages there, installs them in a second, bare folder, opens the window, removes them
#   --again          starts with a fresh folder
# The system is in ~/.cache/attention-lab/debian/RELEASE, with the log beside it. The log ends with a summary.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

release='' what='' compiler='' packages='' again=''
usage() {
  echo "scripts/try_debian.sh: $*" >&2
  exit 2
}
while [ $# -gt 0 ]; do
  case $1 in
    --compiler)
      compiler=${2-}
      [[ $compiler =~ ^(gcc-[0-9]+|clang-[0-9]+(-libc\+\+)?)$ ]] ||
        usage "--compiler is '$compiler'; it can be gcc-N, clang-N or clang-N-libc++, as gcc-14"
      shift
      ;;
    --packages) packages=yes ;;
    --again) again=yes ;;
    -*) usage "'$1' is not known; there are --compiler NAME, --packages and --again" ;;
    *)
      if [ -z "$release" ]; then
        release=$1
      elif [ -z "$what" ]; then
        what=$1
      else
        usage "'$1' is not expected after '$release $what'"
      fi
      ;;
  esac
  shift
done
case $release in
  bookworm | 12) release=bookworm ;;
  trixie | 13) release=trixie ;;
  sid | unstable) release=sid ;;
  '') usage "name a release: bookworm, trixie or sid" ;;
  *) usage "Debian '$release' is not supported; bookworm (12), trixie (13) and sid (unstable) are" ;;
esac
case ${what:=all} in
  setup | learn | tests | all) ;;
  *) usage "'$what' is not known; it can be setup, learn, tests or all" ;;
esac
need_root_and_apt
command -v git > /dev/null || fail "git is not installed: apt-get install git"
commit=$(git rev-parse --short=10 HEAD 2> /dev/null) ||
  fail "git finds no commit in $PWD: clone the project's repository, and run the script as the user who owns it"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/debian
system=$cache/$release
log=$cache/$release${compiler:+-$compiler}.log
package=${compiler/#gcc-/g++-} command=${compiler/#gcc-/g++-}
package=${package%-libc++} command=${command/#clang-/clang++-}
mkdir -p "$cache"

libcxx_prefix=/opt/libc++  # in the system: libraries that are C++ themselves, for LLVM's C++ library
variables=()
[[ $compiler != *-libc++ ]] || variables=("CMAKE_PREFIX_PATH=$libcxx_prefix")

# inside COMMAND...: in the sources' folder of the system.
inside() { in_debian "$system" "${variables[@]}" sh -c 'cd /attention-lab && exec "$@"' sh "$@" < /dev/null; }

# part NAME COMMAND...: notes how long it took. A part that fails ends the script.
seen=() noted=''
part() {
  local name=$1 began=$SECONDS code=0 took
  shift
  echo "== $name"
  noted=''
  "$@" || code=$?
  took=$(awk -v seconds=$((SECONDS - began)) 'BEGIN { printf "%.1f min", seconds / 60 }')
  if [ $code -ne 0 ]; then
    seen+=("$(printf '  %-10s failed after %s' "$name" "$took")")
    fail "Debian $release: $name failed: ${noted:-exit code $code}; the log is $log"
  fi
  seen+=("$(printf '  %-10s %s%s' "$name" "$took" "${noted:+: $noted}")")
}

copy_sources() {
  local changes copy=$system/attention-lab
  if ! { git init -q "$copy" && git -C "$copy" fetch -q "$PWD" HEAD && git -C "$copy" checkout -q --force --detach FETCH_HEAD; }; then
    noted="git could not copy the sources"
    return 1
  fi
  changes=$(git status --porcelain | wc -l)
  noted="commit $commit"
  [ "$changes" -eq 0 ] || noted+=", without $changes changed files that are not committed"
}

# find_packages PATTERN: the names of the release's packages that match.
find_packages() { inside apt-cache search --names-only "^$1\$" | awk '{ print $1 }'; }

# Whoever has cloned the project has git.
set_up() {
  local kind
  in_debian "$system" apt-get -q update --error-on=any < /dev/null || { noted="apt-get could not read the package lists" && return 1; }
  in_debian "$system" apt-get -q install -y --no-install-recommends git < /dev/null || { noted="git could not be installed" && return 1; }
  inside scripts/setup.sh || { noted="scripts/setup.sh could not install the packages" && return 1; }
  [ -n "$compiler" ] || { noted=$(inside c++ --version | head -n 1) && return 0; }
  # apt-get would take the name of a package that does not exist as a pattern for other names.
  if [ -z "$(find_packages "${package//+/[+]}")" ]; then
    kind=${package%-*}
    noted="it does not have the package $package; there are $(find_packages "${kind//+/[+]}-[0-9]+" | sort -V | paste -s -d ' ')"
    return 1
  fi
  inside apt-get -q install -y --no-install-recommends "$package" || { noted="$package could not be installed" && return 1; }
  [[ $compiler != *-libc++ ]] || set_up_libcxx || return 1
  noted=$(inside "$command" --version | head -n 1)
}

# LLVM's C++ library, a compiler that takes it, and GoogleTest for it; the release's libraries that are C++ exchange nothing
# of their own C++ library with the program.
set_up_libcxx() {
  local version=${package#clang-}
  inside apt-get -q install -y --no-install-recommends "libc++-$version-dev" "libc++abi-$version-dev" ||
    { noted="libc++ $version could not be installed" && return 1; }
  printf '#!/bin/sh\nexec %s -stdlib=libc++ "$@"\n' "clang++-$version" > "$system/usr/local/bin/$command"
  chmod +x "$system/usr/local/bin/$command"
  inside sh -c "cmake -G Ninja -S /usr/src/googletest -B /tmp/googletest -DCMAKE_CXX_COMPILER='$command' \
      -DCMAKE_INSTALL_PREFIX='$libcxx_prefix' && cmake --build /tmp/googletest --target install" ||
    { noted="GoogleTest could not be built for libc++" && return 1; }
}

# With a compiler, scripts/test.sh builds everything in a folder of its own and refuses warnings; -N runs no test.
build() {
  if [ -n "$compiler" ]; then
    inside scripts/test.sh --compiler "$command" -N
  else
    inside scripts/run.sh --version
  fi
}

# The first minute of README.md, as a script for the window.
learn() {
  local program=scripts/run.sh
  [ -z "$compiler" ] || program=build/release-$command/attention-lab
  rm -f "$system/tmp/learned.png"
  cat > "$system/tmp/learn.txt" << 'SCRIPT'
preset translate
window 1280 800
motion off
wait_steps 100
train.pause
wait_idle
screenshot /tmp/learned.png
quit
SCRIPT
  inside timeout 900 xvfb-run -a "$program" --script /tmp/learn.txt || { noted="the window did not learn 100 steps" && return 1; }
  [ -s "$system/tmp/learned.png" ] || { noted="the window left no picture" && return 1; }
  cp "$system/tmp/learned.png" "${log%.log}.png"
  noted="the window learned 100 steps: ${log%.log}.png"
}

run_tests() {
  local code=0
  inside scripts/test.sh ${compiler:+--compiler "$command"} | tee "$system/tmp/tests.log" || code=$?
  noted=$(grep 'tests passed, .* tests\? failed out of' "$system/tmp/tests.log" | tail -n 1)
  return $code
}

make_packages() {
  inside scripts/package.sh || { noted="scripts/package.sh failed" && return 1; }
  noted=$(cd "$system/attention-lab/dist" && echo *.deb)
}

try_packages() {
  local bare=$cache/$release-bare
  [ -z "$again" ] || rm -rf --one-file-system "$bare"
  "$system/attention-lab/scripts/try_packages.sh" --release "$release" "$bare" < /dev/null || return 1
  cp "$system/attention-lab/build/window-of-package.png" "$cache/$release-package.png"
  noted="installed, opened and removed: $cache/$release-package.png"
}

summary() {
  echo
  echo "Debian $release $(cat "$system/etc/debian_version" 2> /dev/null), $(uname -m), tested on $(date -u +%F):"
  find "$system/var/lib/apt/lists" -name '*_InRelease' -exec sed -n 's/^Date: /  mirror     as of /p' {} \; 2> /dev/null || true
  [ ${#seen[@]} -eq 0 ] || printf '%s\n' "${seen[@]}"
  echo "  warnings   $(grep -c 'warning: ' "$log" || true) lines of the log"
}

main() {
  trap summary EXIT
  [ -z "$again" ] || rm -rf --one-file-system "$system"
  [ -e "$system" ] || part folder make_debian "$release" "$system"
  part sources copy_sources
  part setup set_up
  case $what in learn | all) part build build && part learning learn ;; esac
  case $what in tests | all) part tests run_tests ;; esac
  if [ -n "$packages" ]; then
    part packages make_packages
    part installing try_packages
  fi
}
main 2>&1 | tee "$log"
