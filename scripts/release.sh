#!/usr/bin/env bash
# Makes everything that a release consists of, in dist/: packages, archive, the program for Windows, the page, the sources,
# their checksums, and manifests that refer to them.
# Usage: scripts/release.sh [--without windows] [--without page] [--website ADDRESS] [--downloads ADDRESS]
#                           [--appimage-runtime FILE]
#   --website ADDRESS        the project's files are published below it: scripts/package.sh and scripts/manifests.sh
#   --downloads ADDRESS      the files of dist/ are published below it: scripts/manifests.sh
#   --appimage-runtime FILE  also makes an AppImage, with this runtime: scripts/appimage.sh
# Runs as root on Debian because of scripts/web.sh. The first time takes long.
set -euo pipefail
cd "$(dirname "$0")/.."

windows=yes page=yes addresses=() options=() runtime=()
while [ $# -gt 0 ]; do
  case $1,${2-} in
    --without,windows) windows= ;;
    --without,page) page= ;;
    --website,http*://?*) addresses+=("$1" "$2") options=("-DATTNLAB_WEBSITE=${2%/}") ;;
    --downloads,http*://?*) addresses+=("$1" "$2") ;;
    --appimage-runtime,?*) runtime=(--runtime "$2") ;;
    *)
      echo "scripts/release.sh: '$*' is not known; there are --without windows, --without page, --website ADDRESS," \
        "--downloads ADDRESS and --appimage-runtime FILE" >&2
      exit 2
      ;;
  esac
  shift 2
done

# What is given out is what a commit holds, and says which.
if [ -n "$(git status --porcelain)" ]; then
  echo "scripts/release.sh: there are uncommitted changes: commit them, or put them aside with git stash" >&2
  exit 1
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

scripts/package.sh --again "${options[@]}"
scripts/appimage.sh --try "${runtime[@]}"
[ -z "$windows" ] || scripts/windows.sh --try

# pack_page NAME: the page as a folder of that name, with the commit's date, files in order.
pack_page() {
  local stage
  stage=$(mktemp -d)
  cp -r build/web/page "$stage/$1"
  find "$stage" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
  rm -f "dist/$1.zip"
  (cd "$stage" && find "$1" -type f | LC_ALL=C sort | TZ=UTC zip -9 -X -q "$OLDPWD/dist/$1.zip" -@)
  rm -r "$stage"
}

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/package/CMakeCache.txt)
if [ -n "$page" ]; then
  scripts/setup.sh zip
  scripts/web.sh
  pack_page "attention-lab-$version-page"
fi

# The sources, and what other systems need beside them to build.
name=attention-lab-$version
git archive --format=tar --prefix="$name/" HEAD | gzip -9 -n > "dist/$name-source.tar.gz"
scripts/parts.sh
scripts/manifests.sh "${addresses[@]}"

cd dist
rm SHA256SUMS
mapfile -t files < <(find . -maxdepth 1 -type f -printf '%P\n' | LC_ALL=C sort)
sha256sum -- "${files[@]}" > SHA256SUMS
cat SHA256SUMS
