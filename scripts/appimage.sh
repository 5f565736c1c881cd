#!/usr/bin/env bash
# Makes the files of an AppImage from the archive in dist/, and packs them. With a runtime, it also makes the AppImage, in
# dist/.
# Usage: scripts/appimage.sh [--runtime FILE] [--try]
#   --runtime FILE  the AppImage project's runtime of type 2 for this processor. It is not part of this project: without it,
#                   the packed files stay in build/appimage, and no AppImage is made
#   --try           unpacks the packed files again, and opens the window in a virtual display
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "scripts/appimage.sh: $*" >&2
  exit 1
}
runtime='' try=''
while [ $# -gt 0 ]; do
  case $1 in
    --runtime) runtime=${2:?scripts/appimage.sh: --runtime needs a file} && shift ;;
    --try) try=yes ;;
    *)
      echo "scripts/appimage.sh: '$1' is not known; there are --runtime FILE and --try" >&2
      exit 2
      ;;
  esac
  shift
done

# A runtime begins as every program of Linux does, with AppImage's mark and type at byte 8.
if [ -n "$runtime" ]; then
  [ -r "$runtime" ] || fail "the runtime '$runtime' cannot be read: name the file of a runtime"
  [ "$(head -c 4 "$runtime" | tail -c 3)$(head -c 11 "$runtime" | tail -c 3)" = $'ELFAI\x02' ] ||
    fail "'$runtime' is not an AppImage runtime of type 2"
fi
archives=(dist/attention-lab-*-"$(uname -m)".tar.gz)
[ -e "${archives[0]}" ] || fail "dist/ does not have the archive of the program: run scripts/package.sh"
[ ${#archives[@]} -eq 1 ] || fail "there is more than one archive of the program in dist/: ${archives[*]}"
scripts/setup.sh squashfs-tools desktop-file-utils

name=$(basename "${archives[0]}" .tar.gz)
folder=build/appimage
app=$folder/$name.AppDir
rm -rf "$folder"
mkdir -p "$app"
tar -C "$app" -xzf "${archives[0]}"
mv "$app/$name" "$app/usr"

# The program finds its libraries from where it lies, so it needs no script that begins it.
ln -s usr/bin/attention-lab "$app/AppRun"
cp -p "$app/usr/share/applications/attention-lab.desktop" "$app/usr/share/icons/hicolor/256x256/apps/attention-lab.png" "$app/"
ln -s attention-lab.png "$app/.DirIcon"
desktop-file-validate "$app/attention-lab.desktop"
[ -x "$app/AppRun" ] || fail "the archive has no program"

# The files of the archive have the date of the commit. Every runtime reads gzip.
SOURCE_DATE_EPOCH=$(stat -c %Y "$app/usr/bin/attention-lab") \
  mksquashfs "$app" "$folder/$name.squashfs" -root-owned -no-xattrs -noappend -comp gzip -no-progress -quiet

if [ -n "$try" ]; then
  scripts/setup.sh
  unsquashfs -q -n -d "$folder/tried" "$folder/$name.squashfs" > /dev/null
  cat > "$folder/window.txt" << 'SCRIPT'
preset reverse
window 1280 800
motion off
wait_idle
screenshot build/window-of-appimage.png
SCRIPT
  rm -f build/window-of-appimage.png
  xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" timeout 300 "$folder/tried/AppRun" --script "$folder/window.txt"
  [ -s build/window-of-appimage.png ] || fail "the window left no picture"
  echo "The packed files started; the window is in build/window-of-appimage.png"
fi

if [ -n "$runtime" ]; then
  cat "$runtime" "$folder/$name.squashfs" > "dist/$name.AppImage"
  chmod 755 "dist/$name.AppImage"
  echo "dist/$name.AppImage"
else
  echo "No AppImage was made: it needs a runtime of type 2, which --runtime names. Its files are in $app"
fi
