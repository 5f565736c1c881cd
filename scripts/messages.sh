#!/usr/bin/env bash
# Extracts the program's messages into a template for translators, and makes two languages that no one speaks, which
# test that all text can be translated.
# Usage: scripts/messages.sh [FOLDER]   FOLDER: for attention-lab.pot, long.mo and mirrored.mo; default build/messages
# In long.mo every letter has an accent and texts are longer; mirrored.mo is written from right to left.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-build/messages}
for tool in xgettext msgen msgfilter msgfmt; do
  command -v $tool > /dev/null || { echo "scripts/messages.sh: $tool is missing: apt-get install gettext" >&2; exit 1; }
done
mkdir -p "$folder"
template=$folder/attention-lab.pot

# Paths are sorted so that the template changes only where messages do.
find app core -name '*.cpp' -o -name '*.h' | LC_ALL=C sort |
  xgettext --files-from=- --output="$template" --language=C++ --from-code=UTF-8 --force-po --no-wrap \
    --keyword --keyword=tr --keyword=tr_mark --keyword=tr_in:1c,2 --keyword=tr_plural:1,2 \
    --add-comments=Translators: --package-name="Attention Lab" --foreign-user
sed -i '/^"POT-Creation-Date:/d; s/charset=CHARSET/charset=UTF-8/; s/^"Plural-Forms:.*/"Plural-Forms: nplurals=2; plural=n != 1;\\n"/' "$template"

# make LANGUAGE FIELDS PERL: a language with these fields in its header, whose messages the Perl code makes of the English
# ones in $_. What is in braces, backquotes and angle brackets stays: places, code, and links.
make() {
  local language=$1 fields=$2 perl=$3
  sed "s|^\"Language: .*|\"Language: $language\\\\n\"\n\"X-Language-Name: $language\\\\n\"\n$fields|; /^#, fuzzy$/d" "$template" |
    msgen --no-wrap - |
    msgfilter --no-wrap --keep-header perl -CSDA -Mutf8 -e '
      my $translate = eval "sub { local \$_ = shift; $ARGV[0]; \$_ }" or die $@;
      local $/;
      my $message = <STDIN>;
      $message =~ s/(\{[^}]*\}|`[^`]*`|<[^>]*>)|([^{`<]+)/defined $1 ? $1 : $translate->($2)/ge;
      print $message;' "$perl" |
    msgfmt --output-file="$folder/$language.mo" -
}
make long '"X-Decimal-Sign: ,\\n"\n"X-Group-Sign: space\\n"' \
  's/([aeiou])/$1$1/gi; tr/AEIOUaeioucnsyz/ÁÉÎÖÛáéîöûçñšýž/'
make mirrored '"X-Direction: rtl\\n"' 's/\A/\x{200f}/'
echo "$(grep -c '^msgid ' "$template") messages: $folder"
