#!/usr/bin/env bash
# The built-in text is what its script makes. Usage: corpus_test.sh ROOT
set -euo pipefail
root=${1:?usage: corpus_test.sh ROOT}

command -v python3 > /dev/null || { echo "skipped: no python3"; exit 77; }
made=$(mktemp)
trap 'rm -f "$made"' EXIT
python3 "$root/scripts/make_corpus.py" "$made"
cmp "$made" "$root/assets/corpora/village.txt"
