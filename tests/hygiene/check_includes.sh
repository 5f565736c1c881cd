#!/usr/bin/env bash
# Checks that no source file includes what its folder may not see. Usage: check_includes.sh ROOT
set -euo pipefail

# A folder of core/ or app/, and the other folders there, or folders and single files in them, that it may
# include. What is in a folder's folders may include each other, but not in a circle.
allowed='
core/language
core/platform
core/tensor    platform
core/config    platform tensor
core/data      tensor
core/autograd  tensor config
core/ops       tensor config autograd
core/layers    tensor config autograd ops
core/models    tensor config autograd ops layers data
core/text      tensor config
core/tasks     tensor config text data
core/training  platform tensor config autograd ops layers models text tasks data
core/trace     tensor config autograd ops layers models text tasks data
core/analysis  tensor config autograd ops layers models text tasks data training trace
core/io        platform tensor config autograd ops layers models text tasks data training trace
core/attnlab.h autograd models ops layers tasks training trace analysis io
core/gpu       tensor ops/attention/attention_spec.h ops/attention/attention_device.h ops/attention/online_softmax.h
core/gpu/training gpu tensor autograd ops layers models training/step_device.h training/training_config.h
app/base
app/lessons    base
app/theme
app/widgets    base theme
app/feature    base
app/state      base lessons feature
app/views      base lessons feature theme widgets state
app/figure     base lessons feature theme widgets state views
app/script     base feature widgets state
app/desktop    base widgets
app/gl         base theme widgets figure script desktop
app/window     base lessons feature theme widgets state views figure script desktop gl
app/cli        base lessons feature state figure gl window
app/main.cpp   cli
app/features   feature views cli
app/features:state base lessons feature state
app/features:view  base lessons feature theme widgets state views
app/features:cli   base lessons feature state figure cli
'

# Of a feature, the name of a file says what it may see: view*, cli*, or anything else, which is of the state. Files of
# the state are seen by all of the same feature, and no feature sees another.

# A folder, a pattern (extended regular expression) that no include in it may match, and what is exempt.
graphics='^(imgui|imstb|GLFW/|GL/|GLES|EGL/|epoxy/)'
threads='^(thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token)$'
trainer='^core/training/(trainer|run/training_run)'
eigen='^(unsupported/)?Eigen/'
forbidden="
core         ^app/
core         ^attnlab/
app          ^attnlab/
app          $eigen
core/config  $eigen
core/data    $eigen
core/gpu     $eigen
core/io      $eigen
core/layers  $eigen
core/tasks   $eigen
core/text    $eigen
core/trace   $eigen
core         ^(imgui|imstb|GLFW/)
app/base     $graphics
app/lessons  $graphics
app/state    $graphics
app/views    ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/views    $threads
app/views    $trainer
app/widgets  ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/desktop  $graphics
app/widgets  $threads
app/widgets  $trainer
app/figure   ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/figure   $threads
app/figure   $trainer
app/cli      ^(imgui|imstb)
app/features:state  $graphics
app/features:cli    ^(imgui|imstb)
app/features:view   ^(GLFW/|GL/|GLES|EGL/|epoxy/|imgui_impl_)
app/features:view   $threads
app/features:view   $trainer
"

# Headers of operating systems, which core/platform alone may see: what others want of the system is a function there.
system='^(sys|linux|asm|arpa|net|netinet)/|^(unistd|fcntl|signal|csignal|pthread|pwd|termios|poll|spawn|dirent|dlfcn|sched|locale|malloc|windows|shellapi|shlobj|io|direct|process|winsock2)(\.h)?$'

root=${1:?usage: check_includes.sh ROOT}
cd "$root"
find core app -name '*.h' -o -name '*.cpp' | LC_ALL=C sort | {
  xargs -r grep -nHE '^[[:space:]]*#[[:space:]]*include' || true
} | ALLOWED=$allowed FORBIDDEN=$forbidden SYSTEM=$system awk '
  function complain(reason) { printf "%s:%s: includes %s: %s\n", file, line, target, reason; failed = 1 }

  # "core/ops" of core/ops/attention/mask.h, or a folder of three names that has a row of its own; of a feature,
  # the part that the name of the file says.
  function room_of(path,  parts, inner) {
    if (match(path, /^app\/features\/[a-z_]+\//)) {
      inner = substr(path, RLENGTH + 1)
      return "app/features:" (inner ~ /^view/ ? "view" : inner ~ /^cli/ ? "cli" : "state")
    }
    split(path, parts, "/"); inner = parts[1] "/" parts[2] "/" parts[3]
    return inner in rooms ? inner : parts[1] "/" parts[2]
  }

  # Whether a room may see a file, a folder that it is in, or its room.
  function may_see(room, path) {
    if (path ~ /^core\/language\//) return 1  # every room has messages
    for (; path ~ /\//; sub(/\/[^\/]*$/, "", path)) if ((room, path) in may) return 1
    return 0
  }

  function feature_of(path,  parts) { split(path, parts, "/"); return parts[2] == "features" && parts[4] != "" ? parts[3] : "" }

  function check_room(  room) {
    room = room_of(file)
    if (feature_of(target) != "") {
      if (feature_of(file) != feature_of(target)) complain("a feature is seen by its own files alone")
      else if (room_of(target) != room && room_of(target) != "app/features:state") complain(room " may not see this")
      return
    }
    if (!(room in rooms)) complain(room " is not in the table of check_includes.sh")
    else if (room != room_of(target) && !may_see(room, target)) complain(room " may not see this")
  }

  BEGIN {
    count = split(ENVIRON["ALLOWED"], rows, "\n")
    for (i = 1; i <= count; i++) {
      columns = split(rows[i], row, " ")
      if (!columns) continue
      rooms[row[1]] = 1
      top = row[1]; sub(/\/.*/, "", top)
      for (j = 2; j <= columns; j++) may[row[1], top "/" row[j]] = 1
    }
    count = split(ENVIRON["FORBIDDEN"], rows, "\n")
    for (i = 1; i <= count; i++)
      if ((columns = split(rows[i], row, " ")) >= 2) {
        scope[++rules] = row[1] (row[1] ~ /:/ ? "" : "/"); pattern[rules] = row[2]; exempt[rules] = columns > 2 ? row[3] : "^$"
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
    if (target ~ /^(core|app)\// && substr(file, 1, 4) == substr(target, 1, 4)) check_room()
    if (file ~ /^core\// && file !~ /^core\/gpu\// && target ~ /^(GL|GLES[0-9]?|EGL|epoxy)\//) complain("only core/gpu may see OpenGL")
    if (file !~ /^app\/(cli|features\/[a-z_]+\/cli)/ && target ~ /^CLI\//) complain("only app/cli and a feature\047s cli files may see CLI11")
    if (file !~ /^core\/platform\// && !quoted && target ~ ENVIRON["SYSTEM"]) complain("only core/platform may see the operating system")
    if (file ~ /\.h$/ && target == "nlohmann/json.hpp") complain("a header takes nlohmann/json_fwd.hpp")
    for (i = 1; i <= rules; i++)
      if ((index(file, scope[i]) == 1 || room_of(file) == scope[i]) && target ~ pattern[i] && target !~ exempt[i])
        complain(scope[i] " may not see this")
  }

  END { exit failed }
'

# Folders in a circle of includes: tsort(1) names them.
grep -rHoE '^#include "(core|app)/[^"]+/' --include='*.h' --include='*.cpp' core app |
  sed -E 's|/[^/]+:#include "| |; s|/$||' | sort -u | awk '$1 != $2' | tsort > /dev/null || {
  echo "folders include each other in a circle: tsort names them above"
  exit 1
}
