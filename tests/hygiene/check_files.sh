#!/usr/bin/env bash
# Checks that each source file opens with a comment and has at most 400 lines, that no folder of core/ or app/
# holds more than 60 files by itself, that only files named imgui_* ask for the version of Dear ImGui, and that
# move_cursor() places items.
# Usage: check_files.sh ROOT
set -euo pipefail
longest=400
most=60

cd "${1:?usage: check_files.sh ROOT}"
folders=()
for folder in core app tests bench examples shaders scripts cmake; do
  [ -d $folder ] && folders+=("$folder")
done
mapfile -t files < <(find "${folders[@]}" -name '*.h' -o -name '*.cpp' -o -name '*.glsl' -o -name '*.vert' -o -name '*.frag' \
  -o -name '*.comp' -o -name '*.sh' -o -name '*.py' -o -name '*.cmake' -o -name 'CMakeLists.txt' | LC_ALL=C sort)

awk -v longest=$longest '
  function is_comment() { return FILENAME ~ /\.(h|cpp|glsl|vert|frag|comp)$/ ? /^\/\/ ./ : /^(# ?[^ #!]|""")/ }
  function finish() { if (file != "" && lines > longest) { print file ": " lines " lines, at most " longest; failed = 1 } }
  FNR == 1 { finish(); file = FILENAME; opening = 1 }
  { lines = FNR }
  FNR == 1 && /^#!/ { opening = 2 }
  FNR == opening && !is_comment() { print file ":" FNR ": open with a comment that says what the file is for"; failed = 1 }
  /IMGUI_VERSION_NUM/ && FILENAME ~ /\.(h|cpp)$/ && FILENAME !~ /\/imgui_[^\/]*$/ {
    print FILENAME ":" FNR ": only files named imgui_* ask for the version of Dear ImGui"; failed = 1
  }
  /ImGui::SetCursorScreenPos/ && FILENAME ~ /^app\// && FILENAME != "app/widgets/base/draw.cpp" {
    print FILENAME ":" FNR ": call move_cursor(), as newer versions of Dear ImGui end the program otherwise"; failed = 1
  }
  END { finish(); exit failed }
' "${files[@]}"

find core app -type f | sed 's|/[^/]*$||' | sort | uniq -c | awk -v most=$most '
  $1 > most { print $2 ": " $1 " files, at most " most; failed = 1 }
  END { exit failed }
'
