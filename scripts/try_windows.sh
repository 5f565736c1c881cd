#!/usr/bin/env bash
# Runs the results of scripts/windows.sh under Wine: command line, names beyond ASCII, kills during saves, locks, the
# window, software OpenGL if its archive exists, the installer; and compares the numbers with a program for this machine.
# Usage: scripts/try_windows.sh [PROGRAM]   PROGRAM: the same version for this machine, built with -DATTNLAB_ARCH=x86-64-v2.
# Pictures and files stay in build/windows-tried. A display is not needed.
set -euo pipefail
cd "$(dirname "$0")/.."

# All of it on one display, which the first program of Wine makes its desktop on.
[ -n "${ATTNLAB_TRIED_ON-}" ] ||
  ATTNLAB_TRIED_ON=xvfb exec xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" "scripts/${0##*/}" "$@"

compared=${1:+$(realpath "$1")}
archive=$(find dist -maxdepth 1 -name 'attention-lab-*-windows-x86_64.zip' 2> /dev/null | sort | tail -1)
[ -n "$archive" ] || { echo "try_windows.sh: nothing for Windows in dist/; run scripts/windows.sh" >&2; exit 1; }
setup=$(realpath "${archive%.zip}-setup.exe")
software=$(realpath "${archive%.zip}-software.zip")
scripts/setup.sh wine wine64 unzip

place=$PWD/build/windows-tried
rm -rf "$place"
mkdir -p "$place"
unzip -q "$archive" -d "$place"
unpacked=("$place"/attention-lab-*)
program=${unpacked[0]}/attention-lab.exe
export WINEPREFIX=${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab/windows/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winedbg.exe="
export LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1
cd "$place"

failed=0
step() { echo "== $*"; }
lab() { timeout 300 wine "$program" "$@"; }
# expect WHAT COMMAND...
expect() {
  if "${@:2}"; then
    echo "ok: $1"
  else
    echo "NOT: $1"
    failed=1
  fi
}
# in_background OUT ARGUMENT...: starts the program; its process is this machine's as well.
in_background() {
  wine "$program" "${@:2}" > "$1" 2>&1 &
  started=$!
}
end_it() {
  kill -9 "$started" 2> /dev/null || true
  wait "$started" 2> /dev/null || true
}

step "the folder of Wine"
timeout 300 wine wineboot --init > /dev/null 2>&1 || true

step "command line"
lab --version
lab info | tee info.txt
lab presets > presets.txt
expect "lines end in a line feed alone" test "$(tr -dc '\r' < presets.txt | wc -c)" = 0
lab train --preset reverse --steps 60 --seed 1 --quiet --out run
lab trace --model run --source hello --list > trace.txt
lab generate --model run --prompt hello > generated.txt
lab trace --model run --source hello --target olleh --out trace.safetensors --numpy again.py
lab explain --model run --source hello --target olleh --tensor output.logits --cell 0,0,3 > explained.txt
lab export --model run --to pytorch --out pytorch > exported.txt
expect "a number is explained" grep -q logits explained.txt
expect "a saved run is there" test -s run/model.safetensors
expect "the trace names tensors" grep -q scores trace.txt
lab train --preset nothing > error.txt 2>&1 || echo "exit code $?" >> error.txt
expect "an error is one line, with its exit code" test "$(wc -l < error.txt)" = 2

step "names with spaces, umlauts, Chinese and other letters"
odd='Ordner mit Ä und 注意力 𝔄'
lab train --preset reverse --steps 5 --seed 1 --quiet --out "$odd/Läufe/一"
expect "the folder has its name" test -s "$odd/Läufe/一/model.safetensors"
lab runs "$odd/Läufe" > runs.txt
expect "it is listed by its name" grep -q 一 runs.txt

step "a killed program leaves a run that opens"
kills=0
for seconds in 2.4 2.7 3 3.3 3.7 4.1 4.6; do
  rm -rf killed killed.*
  in_background killed.txt train --preset reverse --steps 1000000 --save-every 2 --out killed
  sleep "$seconds"
  end_it
  compgen -G 'killed/model.safetensors' > /dev/null || compgen -G 'killed.old-*' > /dev/null || continue
  kills=$((kills + 1))
  echo killed*/
  expect "the run opens after kill $kills" lab generate --model killed --prompt abc
  lab train --preset reverse --steps 4 --quiet --force --out killed
  expect "the next save leaves nothing beside it" test "$(echo killed*)" = "killed killed.txt"
done
expect "programs were killed after a save" test "$kills" -gt 0

step "two programs do not train into one folder"
in_background held.txt train --preset reverse --steps 1000000 --save-every 2 --out held
sleep 4
lab train --preset reverse --steps 5 --quiet --force --out held > refused.txt 2>&1 || true
expect "the second is refused while the first saves" grep -q "another program" refused.txt
end_it

step "the window"
for font in /usr/share/fonts/truetype/wqy/*.ttc; do cp "$font" "$WINEPREFIX/drive_c/windows/Fonts/"; done  # for Chinese letters
cat > window.txt <<'SCRIPT'
window 1280 800
motion off
wait_idle
screenshot window.png
key B
wait_idle
screenshot hand.png
SCRIPT
expect "a script plays" lab --model run --script window.txt
expect "it leaves pictures" test -s window.png -a -s hand.png
cp window.txt "$odd/Skript – 一.txt"
sed -i "s|screenshot window.png|screenshot $odd/Bild – 一.png|" "$odd/Skript – 一.txt"
expect "a script of another name plays" lab --model "$odd/Läufe/一" --script "$odd/Skript – 一.txt"
expect "its picture has its name" test -s "$odd/Bild – 一.png"

if [ -e "$software" ]; then
  step "the window, drawn by the driver beside the program"
  beside=$place/software
  cp -r "${program%/*}" "$beside"
  unzip -q "$software" -d "$beside"
  sed -i 's/screenshot window.png/screenshot drawn.png/; /^key B/,$d' window.txt
  expect "a script plays" env WINEDLLOVERRIDES="$WINEDLLOVERRIDES;opengl32=n" timeout 600 wine "$beside/attention-lab.exe" \
    --model run --script window.txt
  expect "it leaves a picture" test -s drawn.png
fi

if [ -e "$setup" ]; then
  step "the installer"
  home="$WINEPREFIX/drive_c/users/$(id -un)/AppData"
  expect "it installs" timeout 300 wine "$setup" /S
  installed="$home/Local/Programs/Attention Lab"
  expect "the program is there" test -s "$installed/attention-lab.exe"
  expect "it is in the Start menu" test -s "$home/Roaming/Microsoft/Windows/Start Menu/Programs/Attention Lab.lnk"
  wine "$installed/attention-lab.exe" --version
  expect "lessons open in it" sh -c "wine reg query 'HKCU\\Software\\Classes\\AttentionLab.Lesson\\shell\\open\\command' | grep -q -- --open"
  timeout 300 wine "$installed/uninstall.exe" /S
  sleep 5
  wineserver -w
  expect "nothing of it is left" test ! -e "$installed" -a ! -e "$home/Roaming/Microsoft/Windows/Start Menu/Programs/Attention Lab.lnk"
  expect "lessons do not open in it" sh -c "! wine reg query 'HKCU\\Software\\Classes\\AttentionLab.Lesson' > /dev/null 2>&1"
fi

if [ -n "$compared" ]; then
  step "the same by $compared"
  "$compared" train --preset reverse --steps 60 --seed 1 --quiet --out native
  (cd native && find . -type f | sort) | while read -r file; do
    cmp -s "native/$file" "run/$file" && echo "the same bytes: $file" || echo "other bytes: $file"
  done
  "$compared" presets | cmp - presets.txt && echo "the same text: presets"
  "$compared" generate --model run --prompt hello | cmp - generated.txt && echo "the same text: generate, from the run for Windows"
  "$compared" trace --model run --source hello --list | cmp - trace.txt && echo "the same text: trace, from the run for Windows"
fi

wineserver -k || true
echo "pictures and files: $place"
exit $failed
