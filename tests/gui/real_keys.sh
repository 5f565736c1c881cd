#!/usr/bin/env bash
# Plays a script of the window in an X server of its own, in which xdotool presses real keys of a layout.
# Usage: real_keys.sh [--wayland] PROGRAM SCRIPT KEYS LAYOUT [VARIANT]
#   --wayland   the window is one of the compositor weston, which has a window in the X server
#   KEYS        a file; its line N is for xdotool once the script has taken the screenshot press-N.png
set -euo pipefail
compositor=''
[ "$1" != --wayland ] || { compositor=weston && shift; }
program=$1 script=$2 keys=$3
layout=(-layout "$4" -variant "${5-}")

for tool in Xvfb xdotool setxkbmap $compositor; do
  command -v $tool > /dev/null || { echo "real_keys.sh: $tool is missing; scripts/setup.sh installs it" >&2; exit 1; }
done

# wait_for FILE PROCESS LOG: until the file is there. The log of a process that has ended goes to stderr.
wait_for() {
  until [ -s "$1" ] || [ -S "$1" ]; do
    kill -0 "$2" 2> /dev/null || { cat "$3" >&2; exit 1; }
    sleep 0.05
  done
}

Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp -noreset 3> display 2> server.log &
servers=$!
trap 'kill $servers' EXIT
wait_for display $servers server.log
DISPLAY=:$(cat display)
export DISPLAY
setxkbmap "${layout[@]}"
environment=(env) unseen=(--unseen)
if [ -n "$compositor" ]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
  weston --no-config --backend=x11 --renderer=pixman --width=1280 --height=1024 --idle-time=0 \
    --socket=wayland-test > weston.log 2>&1 &
  servers="$! $servers"
  trap 'kill $servers; rm -rf "$XDG_RUNTIME_DIR"' EXIT
  wait_for "$XDG_RUNTIME_DIR/wayland-test" $! weston.log
  until xdotool search --class weston > screens; do sleep 0.05; done
  xdotool windowfocus "$(tail -n 1 screens)"
  unseen=()  # a window on Wayland has the keyboard only once a frame has been shown
  environment=(env -u DISPLAY WAYLAND_DISPLAY=wayland-test XDG_SESSION_TYPE=wayland)
fi

"${environment[@]}" "$program" "${unseen[@]}" --script "$script" &
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
