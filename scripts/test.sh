#!/usr/bin/env bash
# Sets up, builds and runs the tests.
# Usage: scripts/test.sh [--preset release|debug|asan|tsan] [--arch NAME] [--all] [ctest's options]
#   --arch NAME  for the instruction set NAME, as in -march=NAME; a build folder of its own
#   --all        also what repeats for every preset what is tested for some
set -euo pipefail
cd "$(dirname "$0")/.."

preset=release
arch=
all=
while [ $# -gt 0 ]; do
  case $1 in
    --preset) preset=${2-} && shift ;;
    --arch) arch=${2-} && shift ;;
    --all) all=yes ;;
    *) break ;;
  esac
  [ $# -eq 0 ] || shift
done
case $preset in
  release | debug | asan | tsan) ;;
  *)
    echo "scripts/test.sh: --preset is '$preset'; it can be release, debug, asan or tsan" >&2
    exit 2
    ;;
esac
folder=build/$preset${arch:+-$arch}

# Pictures are drawn for a second instruction set too, as every processor must draw them alike: the oldest that
# is still sold, where the tests are for another. Not where tests were chosen by hand.
pictures_arch=x86-64-v2
pictures_folder=build/pictures-$pictures_arch
if [ "$preset" != release ] || [ "$arch" = $pictures_arch ] || [ $# -gt 0 ] || [ "$(uname -m)" != x86_64 ]; then
  pictures_arch=
fi

# The instruction set that the compiler builds for with -march=$1.
instruction_set() {
  local macros name
  macros=$("${CXX:-c++}" -march="$1" -dM -E -x c++ /dev/null 2> /dev/null) || true
  for name in AVX512F AVX2 AVX SSE4_2 ARM_NEON; do
    if grep -q "__${name}__\|__$name " <<< "$macros"; then
      echo "${name/_/.} (-march=$1)"
      return
    fi
  done
  echo "-march=$1"
}

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

# build FOLDER ARCH [CMake's options]: all, for the instruction set ARCH, or this machine's.
build() {
  cmake --preset "$preset" -B "$1" ${2:+-DATTNLAB_ARCH="$2"} "${@:3}"
  cmake --build "$1" --parallel "$(nproc)"
}

# run_tests FOLDER [ctest's options]: those that the preset does not leave out.
run_tests() {
  local where=(--test-dir "$1" --no-tests=error)
  [ "$1" != "build/$preset" ] || where=(--preset "$preset")
  "${display[@]}" "${fixed_addresses[@]}" \
    ctest "${where[@]}" --output-on-failure --parallel "$(nproc)" "${@:2}"
}

chosen=()
[ -n "$all" ] || chosen=(-E '/Every/')

said=$(command -v "${CXX:-c++}" > /dev/null && instruction_set "${arch:-native}" || true)
echo "Testing Attention Lab, $preset, for ${said:-this machine}${pictures_arch:+; pictures for $pictures_arch as well}"
scripts/setup.sh
build "$folder" "$arch"
failed=0
if [ -n "$pictures_arch" ]; then
  build "$pictures_folder" "$pictures_arch" -DATTNLAB_TEST_GROUPS=gui -DATTNLAB_BENCH=OFF
  run_tests "$pictures_folder" -R '^gui/Pictures' || failed=$?
fi
run_tests "$folder" "${chosen[@]}" "$@" || failed=$?
[ $failed -eq 0 ] || echo "scripts/test.sh: tests failed, see above" >&2
exit $failed
