#!/usr/bin/env bash
# Installs the Debian packages that Attention Lab needs and that are missing, and says what it will do.
# Usage: scripts/setup.sh [PACKAGE...]: also these packages, which a script needs
set -euo pipefail

# The one list of what is needed. A line: what it is for, then its packages.
packages=(
  # compiler and build
  g++ cmake ninja-build pkg-config
  # core
  libeigen3-dev nlohmann-json3-dev libstb-dev libutf8proc-dev
  # window and command line
  libglfw3-dev libimgui-dev libfreetype-dev libfontconfig-dev libfribidi-dev libepoxy-dev
  libcli11-dev libmd4c-dev
  # the desktop's settings and input methods; the program builds without
  libdbus-1-dev
  # fonts, embedded into the program
  fonts-inter fonts-jetbrains-mono fonts-dejavu-core
  # Chinese, Japanese and Korean letters, found when a text has them
  fonts-wqy-microhei
  # tests and benchmarks
  libgtest-dev libbenchmark-dev clang-format python3-numpy
  # the pages of the library's headers
  doxygen
  # the template of messages, and the test languages made of it
  gettext
  # OpenGL in software and a display for machines that have none
  libgl1-mesa-dri libegl1 libegl-mesa0 xvfb xauth
  # the window's frame under Wayland, where the desktop draws none
  libdecor-0-plugin-1-cairo
  # real keys of other layouts, and a D-Bus of their own, for tests
  xdotool x11-xkb-utils dbus-daemon
  "$@"
)

missing() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' "${packages[@]}" 2> /dev/null |
    sed -n 's/^ii *//p') || true
  comm -13 <(sort -u <<< "$installed") <(printf '%s\n' "${packages[@]}" | sort -u)
}

if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
  echo "setup: this system does not have apt-get; install the equivalents of these Debian packages: ${packages[*]}" >&2
  exit 1
fi

mapfile -t needed < <(missing)
if [ ${#needed[@]} -eq 0 ]; then
  echo "setup: all ${#packages[@]} packages are installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: not root and no sudo; as root, run: apt-get install ${needed[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
install=("${apt[@]}" install -y --no-install-recommends "${needed[@]}")

echo "setup: installing with apt-get${as_root[0]:+ through sudo}: ${needed[*]}"
# A package list that is absent or out of date shows as a package that apt-get cannot find or fetch.
if ! apt-cache show "${needed[@]}" > /dev/null 2>&1 || ! "${install[@]}"; then
  echo "setup: updating the package list first"
  "${apt[@]}" update
  "${install[@]}"
fi

mapfile -t needed < <(missing)
if [ ${#needed[@]} -ne 0 ]; then
  echo "setup: still missing after apt-get: ${needed[*]}" >&2
  exit 1
fi
echo "setup: done"
