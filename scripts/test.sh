#!/usr/bin/env bash
# Sets up, builds and runs every test. Usage: scripts/test.sh [--preset release|debug|asan|tsan] [ctest's options]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=release
if [ "${1-}" = --preset ]; then
  preset=${2-}
  shift $(($# < 2 ? $# : 2))
fi
case $preset in
  release | debug | asan | tsan) ;;
  *)
    echo "scripts/test.sh: --preset is '$preset'; it can be release, debug, asan or tsan" >&2
    exit 2
    ;;
esac

# Without a display, the tests of the window get a virtual one, drawn in software, which must not begin anew
# whenever a test closes its only window: who connects at that moment is thrown out.
display=()
if [ -z "${DISPLAY-}" ] && [ -z "${WAYLAND_DISPLAY-}" ]; then
  display=(xvfb-run -a -s "-screen 0 1920x1200x24 -noreset")
fi

# ThreadSanitizer of GCC 12 cannot place its memory where the kernel scatters addresses widely.
fixed_addresses=()
if [ "$preset" = tsan ] && setarch -R true 2> /dev/null; then
  fixed_addresses=(setarch -R)
fi

scripts/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset" --parallel "$(nproc)"
"${display[@]}" "${fixed_addresses[@]}" \
  ctest --preset "$preset" --output-on-failure --parallel "$(nproc)" "$@"
