#!/usr/bin/env bash
# Packs what a build needs and other systems do not package, with the licenses: fonts, stb, and Dear ImGui with its
# backends. The archive, in dist/, is for people who build from source on such systems, such as Homebrew's users.
# Usage: scripts/parts.sh, on Debian
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh dpkg-dev
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2> /dev/null || stat -c %Y CHANGELOG.md)}"
sources=$(scripts/windows_libraries.sh --sources)
version=$(sed -n 's/^project(AttentionLab VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=attention-lab-$version-parts
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/$name"/{fonts,stb,imgui/{backends,misc}} dist

find /usr/share/fonts \( -name Inter-Regular.otf -o -name Inter-Italic.otf -o -name Inter-SemiBold.otf \
  -o -name JetBrainsMono-Regular.ttf -o -name DejaVuSans.ttf \) -exec cp {} "$stage/$name/fonts/" \;
for header in image image_write rect_pack truetype; do cp "/usr/include/stb/stb_$header.h" "$stage/$name/stb/"; done
cp "$sources"/imgui/*.cpp "$sources"/imgui/*.h "$stage/$name/imgui/"
cp "$sources"/imgui/backends/imgui_impl_{glfw,opengl3}* "$stage/$name/imgui/backends/"
cp -r "$sources"/imgui/misc/{cpp,freetype} "$stage/$name/imgui/misc/"
for package in fonts-inter fonts-jetbrains-mono fonts-dejavu-core libstb-dev libimgui-dev; do
  printf -- '--- %s ---\n\n' "$package"
  cat "/usr/share/doc/$package/copyright"
  echo
done > "$stage/$name/LICENSES.txt"

tar -C "$stage" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+w,go=rX --format=gnu \
  -c "$name" | gzip -9 -n > "dist/$name.tar.gz"
echo "dist/$name.tar.gz"
