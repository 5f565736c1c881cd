#!/usr/bin/env bash
# scripts/appimage.sh in a copy of the tree with an archive of a stand-in program. Usage: appimage_test.sh ROOT
# shellcheck disable=SC2016,SC2034,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: appimage_test.sh ROOT}
for tool in mksquashfs unsquashfs desktop-file-validate; do
  command -v $tool > /dev/null || { echo "skipped: no $tool"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

tree=$scratch/tree
name=attention-lab-1.2.3-$(uname -m)
mkdir -p "$tree/scripts" "$tree/dist" "$scratch/bin" "$scratch/$name"/{bin,share/applications,share/icons/hicolor/256x256/apps}
cp "$root/scripts/appimage.sh" "$tree/scripts/"
printf '#!%s\n' "$BASH" | tee "$tree/scripts/setup.sh" > "$scratch/bin/xvfb-run"
echo 'while [ "$1" != timeout ]; do shift; done; "${@:3}"' >> "$scratch/bin/xvfb-run"
printf '#!%s\n[ -z "${NO_PICTURE-}" ] && echo "$0 $*" > build/window-of-appimage.png\n' "$BASH" > "$scratch/$name/bin/attention-lab"
chmod +x "$tree/scripts/setup.sh" "$scratch/bin/xvfb-run" "$scratch/$name/bin/attention-lab"
cp "$root/assets/desktop/attention-lab.desktop" "$scratch/$name/share/applications/"
echo picture > "$scratch/$name/share/icons/hicolor/256x256/apps/attention-lab.png"
pack() { tar -C "$scratch" --mtime=@1700000000 -czf "$tree/dist/$name.tar.gz" "$name"; }
pack

appimage() {
  output=$(cd "$scratch" && PATH="$scratch/bin:$PATH" "$BASH" tree/scripts/appimage.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; failures=$((failures + 1)); fi; }
app=$tree/build/appimage/$name.AppDir
image=$tree/build/appimage/$name.squashfs

appimage
require "plain: packs the files, and says what the AppImage lacks" \
  '[ $code -eq 0 ] && [ -s "$image" ] && [[ $output == *"No AppImage was made"*--runtime* ]] && [ ! -e "$tree/dist/$name.AppImage" ]'
require "plain: AppRun is the program" '[ "$(readlink "$app/AppRun")" = usr/bin/attention-lab ] && [ -x "$app/AppRun" ]'
require "plain: entry and icon lie beside it" '[ -e "$app/attention-lab.desktop" ] && cmp -s "$app/.DirIcon" "$app/attention-lab.png"'
listed=$(unsquashfs -lls "$image")
require "plain: the files are root's" '! grep -E "^[-dl]" <<< "$listed" | grep -v " root/root "'
cp "$image" "$scratch/first"
sleep 1
appimage
require "the same archive makes the same bytes" '[ $code -eq 0 ] && cmp -s "$image" "$scratch/first"'

appimage --try
require "--try: begins the program from the unpacked files" \
  '[ $code -eq 0 ] && [[ $(cat "$tree/build/window-of-appimage.png") == *tried/AppRun" --script "* ]]'
NO_PICTURE=yes appimage --try
require "--try: fails without a picture" '[ $code -ne 0 ]'

printf '\x7fELF\x02\x01\x01\x00AI\x02 runtime' > "$scratch/runtime"
appimage --runtime "$scratch/runtime"
require "--runtime: the AppImage is the runtime and the packed files" \
  '[ $code -eq 0 ] && [ -x "$tree/dist/$name.AppImage" ] && cat "$scratch/runtime" "$image" | cmp -s - "$tree/dist/$name.AppImage"'
printf '\x7fELF\x02\x01\x01\x00AI\x01 runtime' > "$scratch/runtime"
appimage --runtime "$scratch/runtime"
require "a runtime of type 1: is refused" '[ $code -eq 1 ] && [[ $output == *"not an AppImage runtime of type 2"* ]]'
appimage --runtime "$scratch/nothing"
require "no such runtime: says so" '[ $code -eq 1 ] && [[ $output == *"the runtime "*" cannot be read"* ]]'

echo 'Type=Nothing' >> "$scratch/$name/share/applications/attention-lab.desktop"
pack
appimage
require "a wrong desktop entry: fails" '[ $code -ne 0 ]'
rm "$tree/dist/$name.tar.gz"
appimage
require "no archive: says what to run" '[ $code -eq 1 ] && [[ $output == *scripts/package.sh* ]]'
appimage --quickly
require "no such option: says which there are" '[ $code -eq 2 ] && [[ $output == *"--runtime FILE and --try"* ]]'
exit $((failures > 0))
