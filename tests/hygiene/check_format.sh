#!/usr/bin/env bash
# Checks that clang-format would change no source file. Usage: check_format.sh ROOT
set -euo pipefail
wanted=14  # other versions lay out some lines differently

cd "${1:?usage: check_format.sh ROOT}"
tool=$(command -v clang-format-$wanted || command -v clang-format) || {
  echo "clang-format is not installed: run scripts/setup.sh"
  exit 1
}
version=$("$tool" --version | grep -oE '[0-9]+' | head -1)
if [ "$version" != "$wanted" ]; then
  echo "skipped: the sources are laid out by clang-format $wanted, this is $version"
  exit 77
fi
folders=()
for folder in core app tests bench examples; do
  [ -d $folder ] && folders+=("$folder")
done
complaints=$(find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 -r -n 16 -P 2 "$tool" --dry-run -Werror 2>&1) && exit 0

grep -oE '^[^ :]+:[0-9]+' <<< "$complaints" | LC_ALL=C sort -u -t: -k1,1 || echo "$complaints"
echo "to fix: clang-format -i <file>"
exit 1
