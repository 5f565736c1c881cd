#!/usr/bin/env bash
# scripts/messages.sh in a small tree: the template, and the two languages that no one speaks. Usage: messages_test.sh ROOT
# shellcheck disable=SC2016,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: messages_test.sh ROOT}
command -v msgunfmt > /dev/null || { echo "gettext is not installed; scripts/setup.sh installs it"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

mkdir -p "$scratch/scripts" "$scratch/app" "$scratch/core" "$scratch/assets/presets"
echo '{"name": "copy", "description": "copies", "task": {"name": "copy"}}' > "$scratch/assets/presets/copy.json"
cp "$root/scripts/messages.sh" "$scratch/scripts/"
cat > "$scratch/app/a.cpp" << 'SOURCE'
auto a = tr("Open the folder");
auto b = tr_in("state", "Open");
auto c = tr_plural("{1} head of `model.heads`", "{1} heads of `model.heads`", heads, text);
constexpr Row kRow{tr_mark("The rate: {1}, of <do:view heads>")};
auto d = "not a message";
SOURCE
echo 'auto a = tr("two "
               "parts");' > "$scratch/core/b.h"
output=$("$BASH" "$scratch/scripts/messages.sh" "$scratch/out" 2>&1)
code=$?
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; failures=$((failures + 1)); fi; }
has() { msgunfmt "$scratch/out/$1.mo" | grep -qxF -e "$2"; }

require "succeeds" '[ $code -eq 0 ]'
require "texts that are not messages stay out" '! grep -q "not a message" "$scratch/out/attention-lab.pot"'
require "descriptions of presets are messages" 'has long "msgstr \"çööpîîééš\""'
require "literals in two parts are one message" 'grep -qx "msgid \"two parts\"" "$scratch/out/attention-lab.pot"'
require "letters have accents, texts are longer" 'has long "msgstr \"ÖÖpééñ théé fööldéér\""'
require "a context has its message" 'has long "msgctxt \"state\"" && has long "msgstr \"ÖÖpééñ\""'
require "places, code, and links stay" 'has long "msgstr \"Théé ráátéé: {1}, ööf <do:view heads>\""'
require "each plural form has its text" 'has long "msgstr[1] \"{1} hééáádš ööf \`model.heads\`\""'
require "the header names language and signs" 'has long "\"Language: long\\n\"" && has long "\"X-Decimal-Sign: ,\\n\""'
require "the mirrored language says so" 'has mirrored "\"X-Direction: rtl\\n\""'
require "mirrored texts begin with a mark" 'has mirrored "msgstr \"$(printf "\u200f")Open the folder\""'

mkdir "$scratch/bin"
for tool in bash dirname; do ln -s "$(command -v $tool)" "$scratch/bin/"; done
output=$(PATH=$scratch/bin "$BASH" "$scratch/scripts/messages.sh" "$scratch/other" 2>&1)
code=$?
require "without gettext: one line, what to install" '[ $code -eq 1 ] && [[ $output == *"apt-get install gettext"* ]]'
exit $((failures > 0))
