#!/usr/bin/env bash
# Functions that install a minimal Debian in a folder and run commands in it. Scripts that run as root source this file.

fail() {
  echo "scripts/${0##*/}: $*" >&2
  exit 1
}

# need_root_and_apt: ends the script on a machine that cannot make such a folder.
need_root_and_apt() {
  [ "$(id -u)" -eq 0 ] || fail "only root can make a folder with Debian and enter it: sudo scripts/${0##*/}"
  command -v apt-get > /dev/null || fail "this machine does not have apt-get: the script needs Debian"
}

# find_mirror: sets codename, this machine's release, and mirror, the address of its main packages.
# Repositories of updates have other codenames and do not count.
find_mirror() {
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(COMPONENT) $(CODENAME) $(REPO_URI)' |
    awk -v name="$codename" '$1 == "main" && $2 == name && !found++ { print $3 }')
  [ -n "$mirror" ] || fail "apt-get knows no mirror with the main packages of Debian $codename: check /etc/apt, or run apt-get update"
}

# make_debian RELEASE FOLDER: a minimal system by debootstrap. An older FOLDER is deleted.
make_debian() {
  local release=$1 system=$2 part=$2.part file
  scripts/setup.sh debootstrap || fail "debootstrap could not be installed"
  find_mirror
  mkdir -p "${system%/*}"
  rm -rf --one-file-system "$system" "$part"
  /usr/lib/apt/apt-helper -qq download-file "${mirror%/}/dists/$release/InRelease" "$system.release" > /dev/null 2>&1 ||
    fail "$mirror does not have Debian $release, or cannot be reached"
  rm -f "$system.release"
  # An interrupted installation is made again from the start, so dpkg does not need to flush each file to the disk.
  mkdir -p "$part/etc/dpkg/dpkg.cfg.d"
  echo force-unsafe-io > "$part/etc/dpkg/dpkg.cfg.d/unsafe-io"
  debootstrap --variant=minbase "$release" "$part" "$mirror" ||
    fail "debootstrap could not make Debian $release: see $part/debootstrap/debootstrap.log"
  for file in /etc/apt/apt.conf.d/*proxy*; do
    [ ! -e "$file" ] || cp "$file" "$part/etc/apt/apt.conf.d/"
  done
  # Like debootstrap, apt uses a mirror whose copy of the release is out of date.
  echo 'Acquire::Check-Valid-Until "false";' > "$part/etc/apt/apt.conf.d/old-mirror"
  mv "$part" "$system"
}

# in_debian FOLDER [--bind FROM TO] COMMAND...: runs the command in the folder as root. With --bind, FOLDER/TO is FROM.
# Mounts and processes have namespaces of their own, so none is left when the command ends.
in_debian() {
  local system=$1 from='' to=''
  shift
  if [ "$1" = --bind ]; then
    from=$2 to=$3
    mkdir -p "$system/$to"
    shift 3
  fi
  cat /etc/resolv.conf > "$system/etc/resolv.conf"
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child sh -c '
    set -e
    system=$1 from=$2 to=$3
    shift 3
    [ -z "$from" ] || mount --bind "$from" "$system/$to"
    mount -t proc proc "$system/proc"
    mkdir -p "$system/dev/pts" "$system/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$system/dev/pts"
    # Not by exec: the first process of a namespace would not hear Ctrl+C.
    chroot "$system" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" || exit $?' sh "$system" "$from" "$to" "$@"
}
