#!/usr/bin/env bash
# Checks that no source file includes what its folder may not see. Usage: check_includes.sh ROOT
set -euo pipefail

# A folder of core/, and the other folders of core/, or single files in them, that it may include.
allowed='
tensor
config    tensor
autograd  tensor config
ops       tensor config autograd
layers    tensor config autograd ops
models    tensor config autograd ops layers tasks/batch.h
text      tensor config
tasks     tensor config text io/embedded.h
training  tensor config autograd ops layers models text tasks io/embedded.h
trace     tensor config autograd ops layers models text tasks
analysis  tensor config autograd ops layers models text tasks training trace
io        tensor config autograd ops layers models text tasks training trace
gpu       tensor ops/mask.h ops/attention_device.h ops/online_softmax.h
'

# A folder, a pattern (extended regular expression) that no include in it may match, and what is exempt.
graphics='^(imgui|imstb|GLFW/|GL/|GLES|EGL/|epoxy/)'
threads='^(thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token)$'
trainer='^core/training/(trainer|training_run)'
forbidden="
core         ^app/
core         ^(imgui|imstb|GLFW/)
app/state    ^app/(gl|views|widgets|cli|figure)/
app/state    $graphics
app/views    ^app/(gl|script|cli|figure)/        ^app/script/targets.h$
app/views    ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/views    $threads
app/views    $trainer
app/widgets  ^app/(gl|script|cli|views|figure)/  ^app/script/targets.h$
app/widgets  ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/widgets  $threads
app/widgets  $trainer
app/figure   ^app/(gl|script|cli)/        ^app/script/targets.h$
app/figure   ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/figure   $threads
app/figure   $trainer
app/cli      ^(imgui|imstb)
"

root=${1:?usage: check_includes.sh ROOT}
cd "$root"
find core app -name '*.h' -o -name '*.cpp' | LC_ALL=C sort | {
  xargs -r grep -nHE '^[[:space:]]*#[[:space:]]*include' || true
} | ALLOWED=$allowed FORBIDDEN=$forbidden awk '
  function complain(reason) { printf "%s:%s: includes %s: %s\n", file, line, target, reason; failed = 1 }

  function check_core_room(room, target_room, target_file) {
    split(file, parts, "/"); room = parts[2]
    split(target, parts, "/"); target_room = parts[2]
    target_file = substr(target, length("core/") + 1)
    if (!(room in rooms)) complain("core/" room " is not in the table of check_includes.sh")
    else if (room != target_room && !((room, target_room) in may) && !((room, target_file) in may))
      complain("core/" room " may not see core/" target_room)
  }

  BEGIN {
    count = split(ENVIRON["ALLOWED"], rows, "\n")
    for (i = 1; i <= count; i++) {
      columns = split(rows[i], row, " ")
      if (columns) rooms[row[1]] = 1
      for (j = 2; j <= columns; j++) may[row[1], row[j]] = 1
    }
    count = split(ENVIRON["FORBIDDEN"], rows, "\n")
    for (i = 1; i <= count; i++)
      if ((columns = split(rows[i], row, " ")) >= 2) {
        scope[++rules] = row[1] "/"; pattern[rules] = row[2]; exempt[rules] = columns > 2 ? row[3] : "^$"
      }
  }

  {
    match($0, /^[^:]*:[0-9]+:/)
    split(substr($0, 1, RLENGTH), parts, ":"); file = parts[1]; line = parts[2]
    target = substr($0, RLENGTH + 1)
    quoted = target ~ /include[ \t]*"/
    sub(/^[^"<]*["<]/, "", target); sub(/[">].*$/, "", target)

    # One way to write each include, so that no rule can be walked around.
    if (quoted && target !~ /^(core|app)\/|^embedded_[a-z]+\.h$/) complain("write the path from the root: \"core/...\" or \"app/...\"")
    if (target ~ /(^|\/)\.\.?\//) complain("no relative paths")
    if (file ~ /^core\// && target ~ /^core\//) check_core_room()
    if (file ~ /^core\// && file !~ /^core\/gpu\// && target ~ /^(GL|GLES[0-9]?|EGL|epoxy)\//) complain("only core/gpu may see OpenGL")
    for (i = 1; i <= rules; i++)
      if (index(file, scope[i]) == 1 && target ~ pattern[i] && target !~ exempt[i])
        complain(scope[i] " may not see this")
  }

  END { exit failed }
'
