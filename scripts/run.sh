#!/usr/bin/env bash
# Installs what is missing, builds Attention Lab, and starts it; the arguments go to the program.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$OLDPWD

# A first argument that is a word is a subcommand of the command line, which needs no display.
needs_display() {
  case ${1-} in
    -h | --help | --help-all | --version) return 1 ;;
    "" | -*) return 0 ;;
    *) return 1 ;;
  esac
}

# Standard output stays the program's own.
scripts/setup.sh >&2

if needs_display "$@" && [ -z "${DISPLAY-}" ] && [ -z "${WAYLAND_DISPLAY-}" ]; then
  cat >&2 <<'MESSAGE'
Attention Lab cannot open a window: there is no display (DISPLAY and WAYLAND_DISPLAY are not set).
  Use the command line:   scripts/run.sh train --preset reverse     (help: scripts/run.sh --help)
  Use a virtual display:  xvfb-run -a scripts/run.sh
MESSAGE
  exit 1
fi

{
  [ -f build/release/build.ninja ] || cmake --preset release
  cmake --build --preset release --parallel "$(nproc)" --target attention-lab
} >&2
program=$PWD/build/release/attention-lab
cd "$folder"
exec "$program" "$@"
