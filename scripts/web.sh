#!/usr/bin/env bash
# Makes the page, the program for a browser, in build/web/page. Runs as root, on Debian.
# Usage: scripts/web.sh [--serve [PORT]] [--plain]
#   --serve  also serves the page on this machine, at port 8000 or PORT
#   --plain  serves it like a host that does not send headers of its own: the page then provides its threads itself
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

serve='' headers=isolated
while [ $# -gt 0 ]; do
  case $1 in
    --serve)
      serve=8000
      case ${2-} in
        [0-9]*) serve=$2 && shift ;;
      esac
      ;;
    --plain) headers=plain ;;
    *)
      echo "scripts/web.sh: '$1' is not known; there are --serve [PORT] and --plain" >&2
      exit 2
      ;;
  esac
  shift
done
if [ "$headers" = plain ] && [ -z "$serve" ]; then
  echo "scripts/web.sh: --plain is how --serve serves" >&2
  exit 2
fi

# Emscripten is that of the first Debian whose C++ library has ranges, in a folder of its own outside the repository:
# the machine's own packages stay as they are.
release=trixie
cache=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/web
system=$cache/$release
tools=(emscripten cmake ninja-build ccache pkgconf libeigen3-dev nlohmann-json3-dev libcli11-dev)
libraries=(imgui utf8proc md4c fribidi freetype libstb)

need_root_and_apt

make_system() {
  scripts/setup.sh xz-utils bzip2
  make_debian "$release" "$system"
  in_debian "$system" sh -c "apt-get update --error-on=any &&
    apt-get install -y --no-install-recommends ${tools[*]}" ||
    fail "Debian $release in $system did not install ${tools[*]}"
  touch "$system/ready"
}

# The sources of the libraries are those of this machine's release, which the desktop's program has too.
fetch_libraries() {
  local lists=$cache/lists sources=$cache/sources options name archive
  find_mirror
  rm -rf "$lists" "$sources"
  mkdir -p "$lists/state/partial" "$sources" "$system/src/fonts" "$system/src/headers"
  echo "deb-src $mirror $codename main" > "$lists/sources.list"
  options=(-q -o "Dir::Etc::sourcelist=$lists/sources.list" -o Dir::Etc::sourceparts=/nonexistent
    -o "Dir::State::lists=$lists/state" -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -o APT::Sandbox::User=)
  apt-get "${options[@]}" update --error-on=any || fail "$mirror has no list of sources, or cannot be reached"
  (cd "$sources" && apt-get "${options[@]}" source --download-only --tar-only "${libraries[@]}") ||
    fail "$mirror did not give the sources of ${libraries[*]}"
  for name in "${libraries[@]}"; do
    archive=$(find "$sources" -name "${name}_*.orig.tar.*" ! -name '*.asc')
    rm -rf "$system/src/$name"
    mkdir -p "$system/src/$name"
    tar -xf "$archive" -C "$system/src/$name" --strip-components=1
  done
  find /usr/share/fonts \( -name 'Inter-*.otf' -o -name JetBrainsMono-Regular.ttf -o -name DejaVuSans.ttf \) \
    -exec cp {} "$system/src/fonts/" \;
  cp -r "$system/usr/include/nlohmann" "$system/usr/include/CLI" "$system/src/headers/"
  touch "$system/src/ready"
}

[ -e "$system/ready" ] || make_system
[ -e "$system/src/ready" ] || fetch_libraries

cat > "$system/build-page" << 'SCRIPT'
set -e
export EM_CACHE=/em-cache EM_FROZEN_CACHE=0 NODE_PATH=/usr/share/nodejs CCACHE_DIR=/ccache CCACHE_BASEDIR=/attention-lab
cd /attention-lab
emcmake=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
# The program twice: with threads, and for pages that get none, in which it computes between two pictures.
for threads in ON OFF; do
  folder=build/web
  [ $threads = ON ] || folder=build/web-without-threads
  cmake -G Ninja -B $folder -DCMAKE_TOOLCHAIN_FILE=$emcmake -DCMAKE_BUILD_TYPE=Release -DATTNLAB_THREADS=$threads \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=40 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=BOTH -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=BOTH -DCMAKE_HAVE_LIBC_PTHREAD=ON \
    -DATTNLAB_NATIVE=OFF -DATTNLAB_TESTS=OFF -DATTNLAB_BENCH=OFF \
    -DATTNLAB_WEB_SOURCES=/src -DATTNLAB_FONT_DIRS=/src/fonts -DSTB_INCLUDE_DIR=/src/libstb
  cmake --build $folder --parallel "$(nproc)" --target attention-lab
done
cp build/web-without-threads/page/attention-lab-without-threads.* build/web/page/
SCRIPT
in_debian "$system" --bind "$PWD" attention-lab bash /build-page

du -sh build/web/page
[ -n "$serve" ] || exit 0
echo "http://localhost:$serve/"
# The two headers give the page threads; without them, its service worker does.
exec python3 - "$serve" build/web/page "$headers" << 'SERVER'
import functools, http.server, sys

class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        if sys.argv[3] == "isolated":
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

handler = functools.partial(Handler, directory=sys.argv[2])
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), handler).serve_forever()
SERVER
