#!/usr/bin/env bash
# Plants one violation of each rule in a scratch tree and requires the checks to find exactly it.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# expect CHECK PATH LINES... : a tree with only that file must fail, naming the file.
expect_failure() {
  local check=$1 path=$2 output
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/core" "$scratch/tree/app" "$scratch/tree/$(dirname "$path")"
  cp "$here/../../.clang-format" "$scratch/tree/"
  printf '%s\n' "${@:3}" > "$scratch/tree/$path"
  output=$(bash "$here/$check" "$scratch/tree" 2>&1)
  local code=$?
  [ $code -eq 77 ] && return
  if [ $code -eq 0 ] || [[ $output != *"$path"* ]]; then
    echo "$check did not find the violation in $path (${*:3}); it said: $output"
    failures=$((failures + 1))
  fi
}

expect_success() {
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/core/ops/basic" "$scratch/tree/core/gpu" "$scratch/tree/core/platform" "$scratch/tree/app/views"
  cp "$here/../../.clang-format" "$scratch/tree/"
  printf '// Adds.\n#include "core/ops/basic/add.h"\n\n#include <vector>\n\n#include "core/autograd/tape.h"\n' \
    > "$scratch/tree/core/ops/basic/add.cpp"
  printf '// Draws.\n#include <imgui.h>\n\n#include "app/state/app_state.h"\n#include "core/training/history.h"\n' \
    > "$scratch/tree/app/views/heads.cpp"
  printf '%s\n' '// Adds.' 'namespace {' '' 'constexpr int kMost = 3;' '' 'struct Sum {' '  int all = 0;' \
    '  static int of(int a) { return a; }' '};' '' 'int twice(int a);' '' '}  // namespace' '' \
    'int sum(int a) {' '  static const int least = 1;' '  static constexpr int kRows[] = {1, 2};' \
    '  return least + kRows[0] + a;' '}' > "$scratch/tree/app/views/sum.cpp"
  printf '// Runs.\n#include <epoxy/gl.h>\n' > "$scratch/tree/core/gpu/run.cpp"
  printf '// Is no text.\nconst auto kName = "colour";\nconst auto kText = "this is", "no text";\n' \
    > "$scratch/tree/core/platform/text.cpp"
  printf '// Locks.\n#include <sys/file.h>\n' > "$scratch/tree/core/platform/lock.cpp"
  printf '%s\n' '# Text' '' 'There is no GPU here, and the model no longer learns. Who reads this?' '' '* Run `is no code`,' \
    '  or click *Take out*.' '' '```sh' 'colour=grey' '```' > "$scratch/tree/README.md"
  for check in check_includes.sh check_files.sh check_format.sh check_memory.sh check_overloads.sh check_english.sh; do
    output=$(bash "$here/$check" "$scratch/tree" 2>&1)
    code=$?
    if [ $code -ne 0 ] && [ $code -ne 77 ]; then
      echo "$check complains about a clean tree: $output"
      failures=$((failures + 1))
    fi
  done
}

while read -r path include; do
  expect_failure check_includes.sh "$path" '// A file.' "#include $include"
done <<'PLANTED'
core/tensor/a.h "core/autograd/tape.h"
core/tensor/a.h "core/tensor/../autograd/tape.h"
core/autograd/a.cpp "core/ops/basic/add.h"
core/ops/a.cpp "core/layers/attention.h"
core/layers/a.cpp "core/models/gpt.h"
core/models/a.cpp "core/training/trainer.h"
core/models/a.cpp "core/tasks/base/task.h"
core/text/a.cpp "core/models/gpt.h"
core/tasks/a.cpp "core/training/trainer.h"
core/trace/a.cpp "core/training/trainer.h"
core/training/a.cpp "core/io/checkpoint.h"
core/training/a.cpp "core/trace/trace.h"
core/unlisted/a.cpp "core/tensor/shape.h"
core/models/a.cpp "app/state/app_state.h"
core/models/a.cpp <imgui.h>
core/gpu/a.cpp <imgui.h>
core/gpu/a.cpp <Eigen/Core>
core/trace/a.cpp <Eigen/Core>
app/state/a.h <unsupported/Eigen/SpecialFunctions>
app/views/a.cpp <Eigen/Core>
core/gpu/a.cpp <GLFW/glfw3.h>
core/ops/a.cpp <epoxy/gl.h>
core/ops/a.cpp "../../app/gl/window.h"
app/views/a.cpp "app/gl/texture.h"
app/views/a.cpp "texture.h"
app/views/a.cpp <epoxy/gl.h>
app/views/a.cpp <GL/gl.h>
app/views/a.cpp <thread>
app/views/a.cpp <mutex>
app/views/a.cpp "core/training/trainer.h"
app/views/a.cpp "core/training/run/training_run.h"
app/widgets/a.cpp "app/views/heads.h"
app/widgets/a.cpp "app/script/player.h"
app/widgets/a.cpp <mutex>
app/widgets/a.cpp "app/state/command.h"
app/theme/a.cpp "app/widgets/base/draw.h"
app/state/a.cpp "app/theme/theme.h"
app/base/a.cpp "app/state/command.h"
app/unlisted/a.cpp "app/base/format.h"
app/state/a.cpp "app/gl/window.h"
app/state/a.cpp <imgui.h>
app/state/a.cpp <CLI/CLI.hpp>
core/io/a.h <nlohmann/json.hpp>
core/io/a.cpp <unistd.h>
core/gpu/a.cpp <windows.h>
core/training/a.cpp <sys/mman.h>
core/text/a.cpp "core/platform/file.h"
app/cli/a.cpp <csignal>
app/state/a.cpp <sys/stat.h>
app/cli/a.h <nlohmann/json.hpp>
app/features/a/view.cpp "app/features/b/choice.h"
app/features/a/work.cpp <imgui.h>
app/features/a/choice.h "app/features/a/view_frame.h"
app/features/a/work.cpp "app/features/a/cli_text.h"
app/features/a/view.cpp <CLI/CLI.hpp>
app/features/a/view.cpp <thread>
app/features/a/cli.cpp <imgui.h>
app/features/a/view.cpp "app/cli/groups.h"
app/state/a.cpp "app/features/a/choice.h"
PLANTED

# Two folders of one room that include each other.
rm -rf "$scratch/tree"
mkdir -p "$scratch/tree/core" "$scratch/tree/app/views/heads" "$scratch/tree/app/views/masks"
echo '#include "app/views/masks/mask.h"' > "$scratch/tree/app/views/heads/head.h"
echo '#include "app/views/heads/head.h"' > "$scratch/tree/app/views/masks/mask.h"
if output=$(bash "$here/check_includes.sh" "$scratch/tree" 2>&1) || [[ $output != *app/views/masks* ]]; then
  echo "check_includes.sh did not find a circle of folders; it said: $output"
  failures=$((failures + 1))
fi

# A folder with more files than anybody looks through.
rm -rf "$scratch/tree"
mkdir -p "$scratch/tree/core/ops" "$scratch/tree/app"
for i in $(seq 61); do echo "// File $i." > "$scratch/tree/core/ops/file_$i.h"; done
if output=$(bash "$here/check_files.sh" "$scratch/tree" 2>&1) || [[ $output != *"core/ops: 61 files"* ]]; then
  echo "check_files.sh did not find a folder of 61 files; it said: $output"
  failures=$((failures + 1))
fi

# Two files' own functions, of which one could be taken for the other.
rm -rf "$scratch/tree"
mkdir -p "$scratch/tree/core/tasks" "$scratch/tree/app"
printf '%s\n' '// One.' 'namespace {' 'int hash_of(std::span<const int> ids) { return 1; }' '}  // namespace' \
  > "$scratch/tree/core/tasks/one.cpp"
printf '%s\n' '// Two.' 'namespace {' 'int hash_of(const std::vector<int>& ids) {' '  return 2;' '}' '}  // namespace' \
  > "$scratch/tree/core/tasks/two.cpp"
if output=$(bash "$here/check_overloads.sh" "$scratch/tree" 2>&1) || [[ $output != *core/tasks/two.cpp* ]]; then
  echo "check_overloads.sh did not find two functions of one name; it said: $output"
  failures=$((failures + 1))
fi

# What outlives a frame, in a function and beside functions.
while read -r variable; do
  expect_failure check_memory.sh app/views/a.cpp '// Draws.' 'void draw() {' "  $variable" '}'
done <<'PLANTED'
static int count = 0;
static std::string text;
static Table table(frame);
static const Trace* trace = nullptr;
thread_local int count = 0;
PLANTED
while read -r variable; do
  expect_failure check_memory.sh app/widgets/a.cpp '// Draws.' "$variable"
done <<'PLANTED'
int g_count = 0;
Curve g_curve(kMemory);
std::map<int, std::string> texts;
static bool shown{true};
} g_memory;
PLANTED

# A phrase of each kind, also over the end of a line.
while read -r sentence; do
  expect_failure check_english.sh README.md '# Text' '' "$sentence"
  expect_failure check_english.sh README.md '* An item:' "  ${sentence/ /$'\n'  }"
done <<'PLANTED'
This is no Transformer.
Compare it with the same of head 2.
The loss is that of the last step.
It shows a head, that copies.
Who has read this, goes on.
Ask whoever wrote it.
A page for who teaches.
The text is kept, so is the mask.
The head does not copy any more.
Follow what is told there.
No task is at hand.
The loss is worked out later.
Ctrl+Z takes back the edit.
Heads can be taken out of a pass.
Here a query is who asks.
If somebody looks, it is drawn.
The held-out loss falls.
The right tokens are green.
The model says a word.
They are measured in turns.
Its value stands in a table.
All pass but for one.
It includes nothing of Eigen.
The figures are to be made again.
It waits, as there is one thread.
Its course over training rises.
Its colour is brighter.
A norm normalises a vector.
The rule is learnt late.
PLANTED

expect_failure check_english.sh core/tensor/a.cpp '// Fails.' 'fail("This is "' '     "no number");'

expect_failure check_files.sh core/tensor/a.h '#pragma once'
expect_failure check_files.sh core/tensor/a.h '' '// Late.'
expect_failure check_files.sh scripts/a.sh '#!/bin/sh' 'exit 0'
expect_failure check_files.sh core/tensor/a.cpp '// Long.' "$(yes 'int x;' | head -400)"
expect_failure check_files.sh app/widgets/a.cpp '// New.' '#if IMGUI_VERSION_NUM >= 19200' '#endif'
expect_failure check_files.sh app/widgets/a.cpp '// New.' 'ImGui::SetCursorScreenPos({0, 0});'
expect_failure check_format.sh core/tensor/a.cpp '// Badly laid out.' 'int  x ;'
expect_success
exit $((failures > 0))
