#!/usr/bin/env bash
# Installs what is missing, builds the tests, and runs them.
# Usage: scripts/test.sh [--preset release|debug|asan|tsan] [--arch NAME] [--compiler NAME] [--all] [ctest's options]
#   --arch NAME      for the instruction set NAME, as in -march=NAME; in its own build folder
#   --compiler NAME  with this compiler, such as g++-14 or clang++-19; in its own build folder; any warning is an error
#   --all            also repeats for every preset and option the tests that otherwise run for some, runs presets that
#                    train for minutes, and compiles the benchmarks
set -euo pipefail
cd "$(dirname "$0")/.."

preset=release
arch=
compiler=
all=
while [ $# -gt 0 ]; do
  case $1 in
    --preset) preset=${2-} && shift ;;
    --arch) arch=${2-} && shift ;;
    --compiler) compiler=${2-} && shift ;;
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
if [ -n "$compiler" ] && ! command -v "$compiler" > /dev/null; then
  echo "scripts/test.sh: --compiler is '$compiler', which is not installed: apt-get install ${compiler/#clang++/clang}" >&2
  exit 2
fi
folder=build/$preset${arch:+-$arch}${compiler:+-$compiler}

# Pictures are drawn for a second instruction set, as every processor must draw them alike: the oldest that is
# still sold, where the tests are for another. Not where tests were chosen by hand. The same build makes a second
# program for them, of which only what computes is compiled anew. Pictures were stored by the first program, which
# draws them again with --all.
pictures_arch=x86-64-v2
if [ "$preset" != release ] || [ "$arch" = $pictures_arch ] || [ $# -gt 0 ] || [ "$(uname -m)" != x86_64 ]; then
  pictures_arch=
fi

# The instruction set that the compiler builds for with -march=$1.
instruction_set() {
  local macros name
  macros=$("${compiler:-${CXX:-c++}}" -march="$1" -dM -E -x c++ /dev/null 2> /dev/null) || true
  for name in AVX512F AVX2 AVX SSE4_2 ARM_NEON; do
    if grep -q "__${name}__\|__$name " <<< "$macros"; then
      echo "${name/_/.} (-march=$1)"
      return
    fi
  done
  echo "-march=$1"
}

# The sources compile without a warning by the compiler that they are written for, GCC 12; others may have new ones, which
# only --compiler refuses.
refuse_warnings() {
  [ -n "$compiler" ] || [ "$("${CXX:-c++}" -dumpversion 2> /dev/null)" = 12 ] || return 0
  ! grep -n 'warning: ' "$folder/build.log" || {
    echo "scripts/test.sh: the compiler printed warnings (see $folder/build.log): fix the lines above" >&2
    exit 1
  }
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

where=(--preset "$preset")
[ -z "$arch$compiler" ] || where=(--test-dir "$folder" --no-tests=error)
chosen=() targets=()
[ -n "$all" ] || chosen=(-E "/Every/${pictures_arch:+|^gui/Pictures}")
[ -z "$all" ] || [ "$preset" != release ] || targets=(--target all benchmarks)

# Errors, unlike warnings, come again in the next build; all of them are wanted at once.
refused=() all_errors=()
if [ -n "$compiler" ]; then
  refused=(-DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON)
  all_errors=(-- -k 0)
fi

said=$(command -v "${compiler:-${CXX:-c++}}" > /dev/null && instruction_set "${arch:-native}" || true)
echo "Testing Attention Lab, $preset, for ${said:-this machine}${pictures_arch:+; pictures for $pictures_arch${all:+ as well}}"
scripts/setup.sh
cmake --preset "$preset" -B "$folder" -DATTNLAB_PICTURES_ARCH="$pictures_arch" ${arch:+-DATTNLAB_ARCH="$arch"} "${refused[@]}"
cmake --build "$folder" --parallel "$(nproc)" "${targets[@]}" "${all_errors[@]}" 2>&1 | tee "$folder/build.log"
refuse_warnings
# Two more than there are cores, as tests of the window and of processes wait now and then.
"${display[@]}" "${fixed_addresses[@]}" \
  ctest "${where[@]}" --output-on-failure --parallel $(($(nproc) + 2)) "${chosen[@]}" "$@"
