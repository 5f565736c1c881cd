#!/usr/bin/env bash
# Makes the Debian packages, an RPM, and an archive that starts from any folder, with checksums, in dist/.
# Usage: scripts/package.sh [--no-checks] [--again] [-DOPTION=VALUE...]
#   --no-checks  skips lintian, scripts/check_rpm.sh, and the validators of desktop entry and metainfo
#   --again      makes them a second time in another build folder, and compares the bytes
#   -D           passed to CMake: ATTNLAB_WEBSITE, ATTNLAB_MAINTAINER, ATTNLAB_APP_ID
set -euo pipefail
cd "$(dirname "$0")/.."

checks=yes
again=
options=()
while [ $# -gt 0 ]; do
  case $1 in
    --no-checks) checks= ;;
    --again) again=yes ;;
    -D?*=*) options+=("$1") ;;
    *)
      echo "scripts/package.sh: '$1' is not known; there are --no-checks, --again and -DOPTION=VALUE" >&2
      exit 2
      ;;
  esac
  shift
done

# What packages need beside what the build needs.
tools=(dpkg-dev rpm librsvg2-bin)
[ -z "$checks" ] || tools+=(lintian rpm2cpio cpio desktop-file-utils appstream man-db)
scripts/setup.sh "${tools[@]}"

# Dates in the packages are that of the commit, so that the same sources make the same bytes.
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2> /dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH

# build FOLDER
build() {
  cmake --preset package -B "$1" "${options[@]}"
  cmake --build "$1" --parallel "$(nproc)"
}

# archive BUILD OUT: the program with the libraries that other systems seldom have, found from where the program lies.
archive() {
  local version name stage component
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$1/CMakeCache.txt")
  name=attention-lab-$version-$(uname -m)
  stage=$(mktemp -d)
  for component in runtime elsewhere archive; do
    DESTDIR=$stage cmake --install "$1" --component $component --strip --prefix "/$name" > /dev/null
  done
  tar -C "$stage" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX \
    --format=gnu -c "$name" | gzip -9 -n > "$2/$name.tar.gz"
  rm -r "$stage"
}

# pack BUILD OUT
pack() {
  rm -rf "$2"
  mkdir -p "$2"
  cpack -G "DEB;RPM" --config "$1/CPackConfig.cmake" -B "$1/cpack"
  find "$1/cpack" -maxdepth 1 \( -name '*.deb' -o -name '*.rpm' \) -exec mv {} "$2" \;
  archive "$1" "$2"
  (cd "$2" && sha256sum -- *.deb *.rpm *.tar.gz > SHA256SUMS)
}

build build/package
pack build/package dist

if [ -n "$checks" ]; then
  desktop-file-validate assets/desktop/attention-lab.desktop
  appstreamcli validate --no-net build/package/desktop/*.metainfo.xml
  lintian --allow-root --fail-on warning,error dist/*.deb
  scripts/check_rpm.sh dist/*.rpm
fi

if [ -n "$again" ]; then
  build build/package-again
  pack build/package-again build/package-again/dist
  diff dist/SHA256SUMS build/package-again/dist/SHA256SUMS
  echo "Two builds made the same bytes"
fi

cat dist/SHA256SUMS
