#!/usr/bin/env bash
# Installs the packages of dist/ in a minimal Debian in a folder, opens the window there, and removes them again. It also
# starts the program of the RPM there.
# Usage: scripts/try_packages.sh [--release NAME] [FOLDER]. Runs as root.
#   --release NAME  the Debian release, such as trixie (default: this machine's)
#   FOLDER          is kept and used again; without it, the folder is a temporary one
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
if [ "${1-}" = --release ]; then
  release=${2:?scripts/try_packages.sh: --release needs the name of a Debian release}
  shift 2
fi
need_root_and_apt
compgen -G 'dist/*.deb' > /dev/null || fail "there are no packages in dist/: run scripts/package.sh"

keep=${1-}
root=$(realpath -m "${1:-$(mktemp -d)}")
in_root() { in_debian "$root" env HOME=/tmp XDG_CACHE_HOME=/tmp MESA_SHADER_CACHE_DISABLE=true "$@"; }
cleanup() { [ -n "$keep" ] || rm -rf --one-file-system "$root"; }
trap cleanup EXIT

[ -e "$root/etc/debian_version" ] || make_debian "$release" "$root"

# Files outside of what apt and dpkg keep for themselves.
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/log -o -path ./run \) -prune -o -print | LC_ALL=C sort); }

in_root apt-get -q update
in_root apt-get -q install -y --no-install-recommends xvfb xauth libgl1-mesa-dri man-db desktop-file-utils shared-mime-info > /dev/null
# What the packages need stays: only what they bring themselves must go.
rm -rf "$root/tmp/run" "$root/tmp/packages" "$root/tmp/window.png"
mkdir -p "$root/tmp/packages"
cp dist/*.deb "$root/tmp/packages/"
in_root sh -c 'apt-get -q install -y --no-install-recommends /tmp/packages/*.deb' > /dev/null
in_root sh -c 'apt-get -q purge -y "attention-lab*"' > /dev/null
files > "$root/tmp/before"
in_root sh -c 'apt-get -q install -y --no-install-recommends /tmp/packages/*.deb'

cat > "$root/tmp/window.txt" <<'SCRIPT'
window 1280 800
motion off
wait_idle
screenshot /tmp/window.png
SCRIPT
# start PROGRAM NAME: it learns and opens the window, which leaves a picture in build/window-of-NAME.png.
start() {
  rm -rf "$root/tmp/run" "$root/tmp/window.png"
  in_root "$1" --version
  in_root "$1" train --preset reverse --steps 20 --quiet --out /tmp/run
  in_root xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" timeout 300 "$1" --model /tmp/run --script /tmp/window.txt
  [ -s "$root/tmp/window.png" ] || fail "the window of $1 left no picture"
  mkdir -p build
  cp "$root/tmp/window.png" "build/window-of-$2.png"
}
start attention-lab package
in_root man -w attention-lab

in_root sh -c 'apt-get -q purge -y "attention-lab*"'
files > "$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after"
echo "Installed, started, and removed without leftovers; the window is in build/window-of-package.png"

# Without the packages, and without the libraries that the RPM brings itself.
rpm=(dist/*.rpm)
if [ -e "${rpm[0]}" ]; then
  scripts/setup.sh rpm2cpio cpio
  in_root sh -c 'apt-get -q purge -y "libstb[0-9]*" "libutf8proc[0-9]*"' > /dev/null
  rm -rf "$root/tmp/rpm"
  mkdir "$root/tmp/rpm"
  rpm2cpio "${rpm[0]}" | (cd "$root/tmp/rpm" && cpio -idm --quiet --no-absolute-filenames)
  start /tmp/rpm/usr/bin/attention-lab rpm
  echo "The program of the RPM started from a folder; the window is in build/window-of-rpm.png"
fi
