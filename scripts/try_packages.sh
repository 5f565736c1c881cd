#!/usr/bin/env bash
# Installs the packages of dist/ in a bare Debian in a folder, opens the window there, and removes them again.
# Usage: scripts/try_packages.sh [--release NAME] [FOLDER]. Runs as root.
#   --release NAME  the Debian release, as trixie; this machine's unless given
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

in_root attention-lab --version
in_root man -w attention-lab
in_root attention-lab train --preset reverse --steps 20 --quiet --out /tmp/run
cat > "$root/tmp/window.txt" <<'SCRIPT'
window 1280 800
motion off
wait_idle
screenshot /tmp/window.png
SCRIPT
in_root xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" timeout 300 attention-lab --model /tmp/run --script /tmp/window.txt
[ -s "$root/tmp/window.png" ] || fail "the window left no picture"
mkdir -p build
cp "$root/tmp/window.png" build/window-of-package.png

in_root sh -c 'apt-get -q purge -y "attention-lab*"'
files > "$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after"
echo "Installed, started and removed without a trace; the window is in build/window-of-package.png"
