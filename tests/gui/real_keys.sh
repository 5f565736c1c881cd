#!/usr/bin/env bash
# Plays a script of the window in an X server of its own, in which xdotool presses real keys of a layout.
# Usage: real_keys.sh PROGRAM SCRIPT KEYS LAYOUT [VARIANT]
#   KEYS    a file; its line N is for xdotool once the script has taken the screenshot press-N.png
set -euo pipefail
program=$1 script=$2 keys=$3
layout=(-layout "$4" -variant "${5-}")

for tool in Xvfb xdotool setxkbmap; do
  command -v $tool > /dev/null || { echo "real_keys.sh: $tool is missing; scripts/setup.sh installs it" >&2; exit 1; }
done

Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3> display 2> server.log &
server=$!
trap 'kill $server' EXIT
until [ -s display ]; do
  kill -0 $server 2> /dev/null || { cat server.log >&2; exit 1; }
  sleep 0.05
done
DISPLAY=:$(cat display)
export DISPLAY
setxkbmap "${layout[@]}"

"$program" --unseen --script "$script" &
window=$!
number=0
while IFS= read -r -u 4 line; do
  number=$((number + 1))
  until [ -e press-$number.png ]; do
    kill -0 $window 2> /dev/null || break 2
    sleep 0.05
  done
  eval "xdotool $line"
done 4< "$keys"
wait $window
