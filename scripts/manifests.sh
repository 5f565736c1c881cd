#!/usr/bin/env bash
# Makes the manifests for winget, Homebrew, and Flatpak in dist/manifests, from packaging/, the version, and the checksums
# of the files in dist/.
# Usage: scripts/manifests.sh [--website ADDRESS] [--downloads ADDRESS]
#   --website ADDRESS    the project's files are published below this address, like ATTNLAB_WEBSITE of scripts/package.sh
#   --downloads ADDRESS  the files of dist/ are published below this address (default: dist below the website)
# Without a website, the addresses lead nowhere. If a file is not in dist/, its manifest is left out.
set -euo pipefail
cd "$(dirname "$0")/.."

website='' downloads=''
while [ $# -gt 0 ]; do
  case $1 in
    --website) website=${2:?scripts/manifests.sh: --website needs an address} && shift ;;
    --downloads) downloads=${2:?scripts/manifests.sh: --downloads needs an address} && shift ;;
    *)
      echo "scripts/manifests.sh: '$1' is not known; there are --website ADDRESS and --downloads ADDRESS" >&2
      exit 2
      ;;
  esac
  shift
done
for address in "$website" "$downloads"; do
  if [[ -n $address && ! $address =~ ^https?://[^[:space:]\"\'\\]+$ ]]; then
    echo "scripts/manifests.sh: '$address' is not an address: it must begin with https://" >&2
    exit 2
  fi
done
if [ -z "$website" ]; then
  echo "scripts/manifests.sh: without --website, the addresses in the manifests lead nowhere" >&2
  website=https://attention-lab.invalid
fi
website=${website%/}
downloads=${downloads:-$website/dist}
downloads=${downloads%/}

version=$(sed -n 's/^project(AttentionLab VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
date=$(sed -n "s/^## $version, \([0-9-]*\)\$/\1/p" CHANGELOG.md)
[ -n "$date" ] || { echo "scripts/manifests.sh: CHANGELOG.md has no date of version $version" >&2 && exit 1; }
changes=$(awk -v heading="## $version," 'index($0, "## ") == 1 { shown = index($0, heading) == 1; next } shown' CHANGELOG.md |
  sed -e '/./,$!d' -e 's/^./  &/')

# fill TEMPLATE OUT NAME=VALUE...: the template with its names replaced. One that is left is an error.
fill() {
  local text out=$2 pair
  text=$(< "packaging/$1")
  shift 2
  for pair in VERSION="$version" DATE="$date" WEBSITE="$website" CHANGES="$changes" "$@"; do
    text=${text//"@${pair%%=*}@"/"${pair#*=}"}
  done
  if [[ $text =~ @[A-Z_0-9]+@ ]]; then
    echo "scripts/manifests.sh: packaging/ has the unknown name ${BASH_REMATCH[0]}" >&2
    exit 1
  fi
  mkdir -p "dist/manifests/${out%/*}"
  printf '%s\n' "$text" > "dist/manifests/$out"
}
sum() { sha256sum "dist/$1" | cut -d ' ' -f 1; }

# there FILE...: all of them are in dist/.
there() {
  local file
  for file in "$@"; do
    [ -e "dist/$file" ] || { echo "scripts/manifests.sh: dist/$file is missing, so its manifest is left out" >&2 && return 1; }
  done
}

rm -rf dist/manifests
setup=attention-lab-$version-windows-x86_64-setup.exe
if there "$setup"; then
  sha256=$(sum "$setup")
  id=winget/AttentionLab.AttentionLab
  fill winget/version.yaml.in $id.yaml
  fill winget/installer.yaml.in $id.installer.yaml SETUP_ADDRESS="$downloads/$setup" SETUP_SHA256="${sha256^^}"
  fill winget/locale.yaml.in $id.locale.en-US.yaml
fi

source=attention-lab-$version-source.tar.gz
parts=attention-lab-$version-parts.tar.gz
if there "$source" "$parts"; then
  fill homebrew.rb.in homebrew/attention-lab.rb SOURCE_ADDRESS="$downloads/$source" SOURCE_SHA256="$(sum "$source")" \
    PARTS_ADDRESS="$downloads/$parts" PARTS_SHA256="$(sum "$parts")"
fi

# The id is the one that the archive's metainfo has.
archive=attention-lab-$version-x86_64.tar.gz
if there "$archive"; then
  app_id=$(tar -tzf "dist/$archive" | sed -n 's|.*/share/metainfo/\(.*\)\.metainfo\.xml$|\1|p')
  fill flatpak.yml.in "flatpak/$app_id.yml" APP_ID="$app_id" ARCHIVE_ADDRESS="$downloads/$archive" \
    ARCHIVE_SHA256="$(sum "$archive")"
fi
[ ! -d dist/manifests ] || find dist/manifests -type f | LC_ALL=C sort
