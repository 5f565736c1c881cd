#!/usr/bin/env bash
# Installs the packages of dist/ in a bare Debian in a folder, opens the window there, and removes them again.
# Usage: scripts/try_packages.sh [FOLDER]   (default: a temporary one; kept if named, and used again). Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(id -u)" -eq 0 ] || { echo "try_packages.sh: a chroot needs root" >&2; exit 1; }
compgen -G 'dist/*.deb' > /dev/null || { echo "try_packages.sh: no packages in dist/; run scripts/package.sh" >&2; exit 1; }
scripts/setup.sh debootstrap

root=${1:-$(mktemp -d)}
root=$(realpath -m "$root")
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp XDG_CACHE_HOME=/tmp MESA_SHADER_CACHE_DISABLE=true LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
cleanup() {
  ! mountpoint -q "$root/proc" || umount "$root/proc"
  [ -n "${keep-}" ] || rm -rf --one-file-system "$root"
}
keep=${1-}
trap cleanup EXIT

# The release and the mirror are this machine's.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk -v r="$release" '$2 == r { print $1; exit }')
if [ ! -e "$root/etc/debian_version" ]; then
  debootstrap --variant=minbase "$release" "$root" "$mirror"
fi
cp /etc/resolv.conf "$root/etc/"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"; done
mount -t proc proc "$root/proc"

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
[ -s "$root/tmp/window.png" ] || { echo "try_packages.sh: the window left no picture" >&2; exit 1; }
mkdir -p build
cp "$root/tmp/window.png" build/window-of-package.png

in_root sh -c 'apt-get -q purge -y "attention-lab*"'
files > "$root/tmp/after"
diff "$root/tmp/before" "$root/tmp/after"
echo "Installed, started and removed without a trace; the window is in build/window-of-package.png"
