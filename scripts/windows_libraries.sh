#!/usr/bin/env bash
# Makes the libraries of the program for Windows from Debian's source packages, and prints the folder that contains them.
# Usage: scripts/windows_libraries.sh [--sources [PACKAGE...]]. Changes nothing outside the cache.
#   --sources  only fetches the sources, or the sources of other packages, and prints the folder that contains them
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)

packages=(freetype fribidi glfw3 imgui libepoxy md4c utf8proc)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/windows
sources=$cache/sources prefix=$cache/prefix

# The addresses that this machine installs from, asked for sources: apt-get of the cache alone, whatever /etc has.
# shellcheck disable=SC2046
fetch() {
  local file parts=$cache/apt/parts
  mkdir -p "$parts" "$cache/apt/lists/partial" "$cache/apt/archives"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" > "$parts/${file##*/}"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n 's/^deb\(-src\)\? /deb-src /p' "$file" > "$parts/${file##*/}"
  done
  apt=(apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$parts"
    -o "Dir::State::lists=$cache/apt/lists" -o "Dir::Cache::archives=$cache/apt/archives" -o Dir::Cache::srcpkgcache=
    -o Dir::Cache::pkgcache= -o APT::Sandbox::User=)
  "${apt[@]}" update
  for package in "${packages[@]}"; do fetch_one "$package"; done
}

# fetch_one PACKAGE: its sources with Debian's changes, or where these are not to be had, as its authors released them.
fetch_one() {
  local name=$1 place=$cache/download/$1 described
  [ ! -f "$sources/$name.version" ] || return 0
  rm -rf "$place" "${sources:?}/$name"
  mkdir -p "$place" "$sources"
  if (cd "$place" && "${apt[@]}" source --download-only "$name"); then
    described=$(find "$place" -name '*.dsc')
    dpkg-source --no-check -x "$described" "$sources/$name" > /dev/null
  else
    echo "windows: Debian's changes to $name could not be fetched; its release is taken as it is" >&2
    (cd "$place" && "${apt[@]}" source --download-only --tar-only "$name")
    described=$(find "$place" -name '*.orig.tar.*' ! -name '*.asc')
    mkdir -p "$sources/$name"
    tar -C "$sources/$name" --strip-components=1 -xf "$described"
  fi
  described=$(basename "$described")
  described=${described#*_} described=${described%%-*} described=${described%%+*}
  echo "${described%%.orig.tar*}" > "$sources/$name.version"
}

[ $# -le 1 ] || packages=("${@:2}")
{
  fetch_needed=
  for package in "${packages[@]}"; do [ -f "$sources/$package.version" ] || fetch_needed=yes; done
  [ -z "$fetch_needed" ] || fetch
} >&2
if [ "${1-}" = --sources ]; then
  echo "$sources"
  exit 0
fi
{
  versions=("${packages[@]/%/.version}")
  rules=$(cat "$here"/cmake/windows/toolchain.cmake "$here"/cmake/windows/dependencies/CMakeLists.txt \
    "${versions[@]/#/$sources/}" | sha256sum)
  if [ "$(cat "$cache/made" 2> /dev/null)" != "$rules" ]; then
    rm -rf "$prefix" "$cache/build"
    cmake -S "$here/cmake/windows/dependencies" -B "$cache/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_TOOLCHAIN_FILE="$here/cmake/windows/toolchain.cmake" -DATTNLAB_WINDOWS_PREFIX="$prefix" \
      -DCMAKE_INSTALL_PREFIX="$prefix" -DSOURCES="$sources"
    cmake --build "$cache/build" --parallel "$(nproc)"
    cmake --install "$cache/build" > /dev/null
    echo "$rules" > "$cache/made"
  fi
} >&2
echo "$prefix"
