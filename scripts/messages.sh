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

# The presets say in one sentence each what they train.
grep -hoE '"description": "(\\.|[^"\\])*"' assets/presets/*.json | sed 's/.*: \(".*"\)/tr_mark(\1);/' > "$folder/presets.cpp"

# Paths are sorted so that the template changes only where messages do.
{ find app core -name '*.cpp' -o -name '*.h' | LC_ALL=C sort; echo "$folder/presets.cpp"; } |
  xgettext --files-from=- --output="$template" --language=C++ --from-code=UTF-8 --force-po --no-wrap \
    --keyword --keyword=tr --keyword=tr_mark --keyword=tr_in:1c,2 --keyword=tr_plural:1,2 \
    --add-comments=Translators: --package-name="Attention Lab" --foreign-user
sed -i '/^"POT-Creation-Date:/d; s/charset=[A-Za-z0-9-]*/charset=UTF-8/; s/^"Plural-Forms:.*/"Plural-Forms: nplurals=2; plural=n != 1;\\n"/' "$template"

# make LANGUAGE FIELDS START PERL: a language with these fields in its header, whose messages are START and what the Perl
# code makes of the English ones in $_. What is in braces, backquotes and angle brackets stays: places, code, and links; escapes stay, too.
make() {
  local language=$1 fields=$2 start=$3 perl=$4
  sed "s|^\"Language: .*|\"Language: $language\\\\n\"\n\"X-Language-Name: $language\\\\n\"\n$fields|; /^#, fuzzy$/d" "$template" |
    msgen --no-wrap - |
    perl -CSDA -Mutf8 -e '
      our $change = eval "sub { local \$_ = shift; $ARGV[1]; \$_ }" or die $@;
      local $/;
      my $all = <STDIN>;
      my ($header, $messages) = split /\n\n/, $all, 2;
      sub changed {
        my $text = shift;
        $text =~ s/^"(.*)"\n/$1/gm;
        $text =~ s/(\\.|\{[^}]*\}|`[^`]*`|<[^>]*>)|([^\\{`<]+)/defined $1 ? $1 : $change->($2)/ge;
        return "\"$ARGV[0]$text\"\n";
      }
      $messages =~ s/^(msgstr(?:\[\d+\])? )((?:"(?:\\.|[^"\\])*"\n)+)/$1 . changed($2)/gme;
      print "$header\n\n$messages";' "$start" "$perl" |
    msgfmt --output-file="$folder/$language.mo" -
}
make long '"X-Decimal-Sign: ,\\n"\n"X-Group-Sign: space\\n"' '' \
  's/([aeiou])/$1$1/gi; tr/AEIOUaeioucnsyz/ÁÉÎÖÛáéîöûçñšýž/'
make mirrored '"X-Direction: rtl\\n"' "$(printf '\u200f')" ''
echo "$(grep -c '^msgid ' "$template") messages: $folder"
