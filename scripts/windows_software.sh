#!/usr/bin/env bash
# Makes Mesa's software OpenGL driver for Windows from Debian's source package, and prints the folder with the driver's
# files.
# Usage: scripts/windows_software.sh. Changes nothing outside the cache.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/windows/mesa
driver=$build/driver

export PATH=/usr/bin:$PATH  # Mesa's generators need Debian's own Python

# Softpipe alone: no LLVM, no compression, no driver of a graphics chip.
configure() {
  meson setup "$build/objects" "$sources" --cross-file "cmake/windows/mesa.ini" \
    --wrap-mode=nodownload --buildtype=release -Doptimization=2 -Dplatforms=windows -Dgallium-drivers=swrast \
    -Dvulkan-drivers= -Dllvm=disabled -Dglx=disabled -Degl=disabled -Dgbm=disabled -Dgles1=disabled -Dgles2=disabled \
    -Dshared-glapi=disabled -Dshader-cache=disabled -Dzlib=disabled -Dzstd=disabled -Dmicrosoft-clc=disabled
}

# licenses: those of Mesa, from its sources, and of the compiler's runtime, which is linked in.
licenses() {
  local package
  echo "Mesa $(cat "$sources.version"), from Debian's source package"
  echo
  cat "$sources/docs/license.rst"
  [ ! -f "$sources/debian/copyright" ] || cat "$sources/debian/copyright"
  for package in mingw-w64-x86-64-dev gcc-mingw-w64-base; do
    printf '\n--- %s, parts of which are compiled in ---\n\n' "$package"
    cat "/usr/share/doc/$package/copyright"
  done
}

{
  scripts/setup.sh g++-mingw-w64-x86-64-posix dpkg-dev meson bison flex python3-mako
  sources=$(scripts/windows_libraries.sh --sources mesa)/mesa
  rules=$({ cat cmake/windows/mesa.ini "$sources.version" && declare -f configure; } | sha256sum)
  if [ "$(cat "$build/configured" 2> /dev/null)" != "$rules" ]; then
    rm -rf "$build"
    mkdir -p "$driver"
    configure
    echo "$rules" > "$build/configured"
  fi
  targets=(src/gallium/targets/libgl-gdi/opengl32.dll src/gallium/targets/wgl/libgallium_wgl.dll)
  ninja -C "$build/objects" -j "$(nproc)" "${targets[@]}"
  cp "${targets[@]/#/$build/objects/}" "$driver/"
  x86_64-w64-mingw32-strip "$driver"/*.dll
  licenses > "$driver/opengl32-LICENSE.txt"
} >&2
echo "$driver"
