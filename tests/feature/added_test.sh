#!/usr/bin/env bash
# Builds the program with the added feature, opens its view in the window, and asks for it on the command line.
# Usage: added_test.sh CMAKE BUILD PROGRAM SCRATCH
set -euo pipefail
cmake=${1:?usage: added_test.sh CMAKE BUILD PROGRAM SCRATCH} build=$2 program=$3 scratch=$4

"$cmake" --build "$build" --target attention-lab-added > "$build/added.log" 2>&1 || { tail -40 "$build/added.log"; exit 1; }

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
export XDG_CONFIG_HOME=$scratch XDG_DATA_HOME=$scratch XDG_STATE_HOME=$scratch XDG_CACHE_HOME=$scratch
display=()
[ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] || display=(xvfb-run -a -s "-screen 0 1920x1200x24 -noreset")

# The view, its analysis, its expression, its options, and a widget of its own; the original keeps its own choice.
cat > script.txt <<'SCRIPT'
preset characters
window 1600 1000
motion off
wait_idle
expect continuation.text ""
view continuation
expect view continuation
choose continuation.tokens 3
wait_idle
expect continuation.text != ""
expect choice continuation.tokens 3
expect choice generation.tokens 16
click continuation.part[0,1]
expect choice continuation.part cache
screenshot view.png
view generation
wait_idle
expect view generation
SCRIPT
"${display[@]}" "$program" --unseen --script script.txt
[ -s view.png ] || { echo "the window drew nothing"; exit 1; }

"$program" render --preset characters --view continuation --out view.svg
grep -q '<svg' view.svg || { echo "render drew nothing"; exit 1; }
said=$("$program" state --preset characters --do "view continuation" --do "choose continuation.tokens 3" --setup)
grep -q 'choose continuation.tokens 3' <<< "$said" || { echo "state does not have the option: $said"; exit 1; }
