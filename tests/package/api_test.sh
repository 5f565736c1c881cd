#!/usr/bin/env bash
# The pages of the public headers: made without a warning; and for each analysis of core/attnlab.h a page with the
# functions to begin with, a line in docs/library.md, and an example that calls one of them.
# Usage: api_test.sh ROOT DOXYFILE SCRATCH
set -uo pipefail
root=${1:?usage: api_test.sh ROOT DOXYFILE SCRATCH} doxyfile=$2 scratch=$3
failures=0
complain() { echo "$*"; failures=$((failures + 1)); }

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$(dirname "$doxyfile")" || exit 1
{ cat "$doxyfile"; echo "OUTPUT_DIRECTORY = \"$scratch\""; } | doxygen - > "$scratch/log" 2>&1 ||
  complain "doxygen: $(head -20 "$scratch/log")"

checked=0
group=
while IFS= read -r line; do
  case $line in
    "/// @defgroup analysis "*) group= ;;
    "/// @defgroup "*) read -r _ _ group _ <<< "$line" ;;
    "/// Begin with "*)
      checked=$((checked + 1))
      mapfile -t functions < <(grep -oE '[a-z_]+\(\)' <<< "$line" | tr -d '()')
      page=$scratch/html/group__${group//_/__}.html
      example=$(grep -oE '[a-z_]+\.cpp' <<< "$line")
      for function in "${functions[@]}"; do
        grep -qE ">attnlab::$function</a>" "$page" || complain "$(basename "$page") has no function $function"
        grep -q "\`$function" "$root/docs/library.md" || complain "docs/library.md does not mention $function"
      done
      [ -z "$example" ] || grep -qE "$(IFS='|'; echo "${functions[*]}")" "$root/examples/$example" ||
        complain "examples/$example calls none of: ${functions[*]}"
      ;;
  esac
done < "$root/core/attnlab.h"
[ $checked -gt 0 ] || complain "core/attnlab.h has no analysis"
[ $failures -eq 0 ]
