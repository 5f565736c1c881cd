#!/usr/bin/env bash
# Adds a feature in the way of docs/ADDING.md: a folder of app/features, and one line of the list there. The folder is a
# copy of the smallest one with an analysis and an expression, under another name. Usage: add_feature.sh ROOT DESTINATION
set -euo pipefail
root=${1:?usage: add_feature.sh ROOT DESTINATION} features=$2/app/features
from=generation to=continuation

# Names, words, and functions that the files of the folder share; a key belongs to one view.
rename="s/$from/$to/g; s/${from^}/${to^}/g; s|models/$to/|models/$from/|g; /^ *\.key = /d"
while read -r name; do
  rename+="; s/\b$name\b/${to}_$name/g"
done < <(sed -nE 's/^[a-z].* \*?(draw_[a-z_]+)\(.*/\1/p' "$root/app/features/$from/"*.h)

# Only where it differs, so that nothing is compiled again that has not changed.
write() {
  cat > "$1.new"
  if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

mkdir -p "$features/$to"
for file in "$features/$to/"*; do
  [ -e "$root/app/features/$from/$(basename "$file")" ] || rm -f "$file"
done
for file in "$root/app/features/$from/"*; do
  sed "$rename" "$file" | write "$features/$to/$(basename "$file")"
done
sed "s/^  feature($from) .*/&\n  feature($to) \\\\/" "$root/app/features/list.h" | write "$features/list.h"
grep -q "feature($to)" "$features/list.h" || { echo "add_feature.sh: list.h does not list $from"; exit 1; }
