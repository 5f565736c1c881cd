#!/usr/bin/env bash
# Makes Attention Lab for Windows on x86-64 by Debian's MinGW-w64: an archive and an installer, in dist/.
# Usage: scripts/windows.sh [--try] [--no-installer]
#   --try           also runs what was made under Wine: scripts/try_windows.sh
#   --no-installer  the archive alone
set -euo pipefail
cd "$(dirname "$0")/.."

try=
installer=yes
while [ $# -gt 0 ]; do
  case $1 in
    --try) try=yes ;;
    --no-installer) installer= ;;
    *)
      echo "scripts/windows.sh: '$1' is not known; there are --try and --no-installer" >&2
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

# The runtime is linked in: nothing is needed but what Windows has.
strange=$(x86_64-w64-mingw32-objdump -p "$stage/$name/attention-lab.exe" | sed -n 's/^\tDLL Name: //p' |
  grep -viE '^(kernel32|user32|gdi32|shell32|opengl32|msvcrt|advapi32|imm32|dwmapi|ole32|version|winmm)\.dll$' || true)
if [ -n "$strange" ]; then
  echo "windows: the program needs libraries that Windows may lack: $strange" >&2
  exit 1
fi

find "$stage" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
rm -f "dist/$name.zip"
(cd "$stage" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -9 -X -q "$OLDPWD/dist/$name.zip" -@)
if [ -n "$installer" ]; then
  makensis -V2 -NOCD -DVERSION="$version" -DFILES="$stage/$name" -DOUT="dist/$name-setup.exe" cmake/windows/installer.nsi
fi
(cd dist && sha256sum "$name".zip)
[ -z "$try" ] || scripts/try_windows.sh
