#!/usr/bin/env bash
# Makes Attention Lab for Windows on x86-64 with Debian's MinGW-w64: an archive and an installer, in dist/.
# Usage: scripts/windows.sh [--try] [--no-installer] [--software]
#   --try           also runs the results under Wine: scripts/try_windows.sh
#   --no-installer  makes only the archive
#   --software      also an archive with Mesa's OpenGL driver, for machines without OpenGL 3.3: scripts/windows_software.sh
set -euo pipefail
cd "$(dirname "$0")/.."

try=
installer=yes
software=
while [ $# -gt 0 ]; do
  case $1 in
    --try) try=yes ;;
    --no-installer) installer= ;;
    --software) software=yes ;;
    *)
      echo "scripts/windows.sh: '$1' is not known; there are --try, --no-installer and --software" >&2
      exit 2
      ;;
  esac
  shift
done

tools=(g++-mingw-w64-x86-64-posix dpkg-dev librsvg2-bin python3 zip)
[ -z "$installer" ] || tools+=(nsis)
[ -z "$try" ] || tools+=(wine wine64 unzip)
scripts/setup.sh "${tools[@]}"

# Dates in the archive are that of the commit, so that the same sources make the same bytes.
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2> /dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH

prefix=$(scripts/windows_libraries.sh)
build=build/windows
cmake --preset windows -DATTNLAB_WINDOWS_PREFIX="$prefix"
cmake --build --preset windows --parallel "$(nproc)" --target attention-lab

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' $build/CMakeCache.txt)
name=attention-lab-$version-windows-x86_64
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/$name/docs" dist
cp $build/attention-lab.exe "$stage/$name/"
x86_64-w64-mingw32-strip "$stage/$name/attention-lab.exe"
cp $build/windows/attention-lab.ico "$stage/$name/"
scripts/licenses.sh libfreetype-dev mingw-w64-x86-64-dev gcc-mingw-w64-base > "$stage/$name/LICENSE.txt"
cp docs/guide.md docs/command-line.md "$stage/$name/docs/"

# check_imports FILE...: the runtime is linked in, so they need nothing but what Windows has, and each other.
check_imports() {
  local file strange
  for file; do
    strange=$(x86_64-w64-mingw32-objdump -p "$file" | sed -n 's/^\tDLL Name: //p' |
      grep -viE '^(kernel32|user32|gdi32|shell32|opengl32|msvcrt|advapi32|imm32|dwmapi|ole32|version|winmm|api-ms-win-core-synch-l1-2-0|libgallium_wgl)\.dll$' ||
      true)
    [ -z "$strange" ] || { echo "windows: ${file##*/} needs libraries that Windows may lack: $strange" >&2; exit 1; }
  done
}

# pack FOLDER ARCHIVE: what is in the folder, with the commit's date, files in order.
pack() {
  find "$1" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
  rm -f "dist/$2"
  (cd "$1" && find . -type f -printf '%P\n' | LC_ALL=C sort | TZ=UTC zip -9 -X -q "$OLDPWD/dist/$2" -@)
}

check_imports "$stage/$name/attention-lab.exe"
pack "$stage" "$name.zip"
if [ -n "$installer" ]; then
  makensis -V2 -NOCD -DVERSION="$version" -DFILES="$stage/$name" -DOUT="dist/$name-setup.exe" cmake/windows/installer.nsi
fi
rm -f "dist/$name-software.zip"
if [ -n "$software" ]; then
  driver=$(scripts/windows_software.sh)
  check_imports "$driver"/*.dll
  pack "$driver" "$name-software.zip"
fi
(cd dist && sha256sum "$name"*.zip)
[ -z "$try" ] || scripts/try_windows.sh
