#!/usr/bin/env bash
# Prints the license of Attention Lab, and the licenses of the libraries and fonts that are compiled in or included.
# Usage: scripts/licenses.sh [PACKAGE...]: also the licenses of these Debian packages
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(fonts-inter fonts-jetbrains-mono fonts-dejavu-core libimgui-dev libstb-dev libeigen3-dev nlohmann-json3-dev
  libcli11-dev libmd4c-dev libglfw3-dev libepoxy-dev libfribidi-dev libutf8proc-dev "$@")

echo "Attention Lab"
echo
cat LICENSE
for package in "${packages[@]}"; do
  file=/usr/share/doc/$package/copyright
  if [ ! -r "$file" ]; then
    echo "licenses: there is no $file: install $package" >&2
    exit 1
  fi
  printf '\n--- %s, parts of which are compiled in or come along ---\n\n' "$package"
  cat "$file"
done
