#!/usr/bin/env bash
# Checks that views and widgets have no variables that outlive a frame: what they remember stands in a struct of a
# FrameMemory (app/base/frame_memory.h). Usage: check_memory.sh ROOT
set -euo pipefail

# Files and variables that are exempt.
allowed='
app/widgets/base/context.cpp g_in_use
'

cd "${1:?usage: check_memory.sh ROOT}"
folders=()
for folder in app/views app/widgets; do
  [ -d $folder ] && folders+=("$folder")
done
[ ${#folders[@]} -eq 0 ] && exit 0
mapfile -t files < <(find "${folders[@]}" -name '*.h' -o -name '*.cpp' | LC_ALL=C sort)

ALLOWED=$allowed awk '
  function complain() {
    for (i = 1; i <= count; i++) if (split(rows[i], row, " ") == 2 && row[1] == FILENAME && index(line, row[2])) return
    print FILENAME ":" FNR ": outlives a frame: use a struct of the FrameMemory: " line
    failed = 1
  }

  # Whether a static is a function: a list of parameters comes before any value, and in a source file a body follows.
  function is_function() {
    return line ~ /^[^={]*\(/ && (line ~ /[{}]$/ || (FILENAME ~ /\.h$/ && line ~ /;$/))
  }

  # A pointer to what is constant is not constant itself.
  function is_constant() {
    if (line ~ /^[^=({]*const [^=({]*\* *[a-z_]+/) return line ~ /constexpr /
    return line ~ /^(static |thread_local |inline )+const(expr)? /
  }

  BEGIN { count = split(ENVIRON["ALLOWED"], rows, "\n") }

  { line = $0; sub(/[ \t]*\/\/.*/, "", line); sub(/^[ \t]+/, "", line); indented = $0 ~ /^[ \t]/ }

  # Within a function or a class.
  indented && line ~ /^(static|thread_local) / && !is_constant() && !is_function() { complain() }

  # At the level of a namespace, which is not indented.
  indented { next }
  line ~ /^\} [a-z_]+.*;$/ { complain() }
  line ~ /^(static |inline |thread_local )*[A-Za-z_][A-Za-z0-9_:<>, *&]* [a-z_][A-Za-z0-9_, ]*(\[.*\])*( = .*|\{.*\}|\(.*\))?;$/ {
    if (line ~ /^((static|inline) )*(const|constexpr|using|namespace|struct|class|enum|union|template|extern|typedef|return|friend) /) next
    if (line ~ /^[^={]*\(/ && line !~ /^[^(]* g_/) next
    complain()
  }

  END { exit failed }
' "${files[@]}"
