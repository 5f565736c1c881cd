#!/usr/bin/env bash
# Finds in documents, lessons, the glossary and the texts of sources what CONTRIBUTING.md asks not to write: turns of
# phrase that no textbook has, words that the field does not use, and British spellings. Usage: check_english.sh ROOT
set -euo pipefail
cd "${1:?usage: check_english.sh ROOT}"

# Files and folders whose text has been checked so far.
checked='
CHANGELOG.md
CONTRIBUTING.md
README.md
app/base
app/cli
app/desktop
app/feature
app/features/alignment
app/features/architecture
app/features/attribution
app/features/circuits
app/features/compare
app/features/contributions
app/features/cost
app/features/experts
app/features/features.cpp
app/features/generation
app/features/hand
app/features/heads
app/features/landscape
app/features/masks
app/features/models
app/features/neurons
app/features/norms
app/features/pages.cpp
app/features/patching
app/features/pictures
app/features/positions
app/features/probes
app/features/recurrence
app/features/residual
app/features/steps
app/features/subcommands.cpp
app/features/tiles
app/features/tokens
app/features/training
app/features/vectors
app/figure
app/gl
app/lessons
app/script
app/state
app/theme
app/views/common
app/views/frame
app/views/input_bar
app/views/inspector
app/views/lesson
app/views/map
app/views/runs
app/views/stage
app/widgets
app/window
assets/desktop
assets/glossary.md
assets/lessons
assets/pytorch
core/analysis
core/autograd
core/config
core/data
core/gpu
core/io
core/layers
core/models
core/ops
core/platform
core/tasks
core/tensor
core/text
core/trace
core/training
docs/ADDING.md
docs/ARCHITECTURE.md
docs/command-line.md
docs/guide.md
docs/lessons.md
docs/library.md
docs/platforms.md
docs/speed.md
'

files=()
for path in $checked; do
  if [ -e "$path" ]; then
    mapfile -t found < <(find "$path" -type f \( -name '*.md' -o -name '*.in' -o -name '*.xml' -o -name '*.desktop' \
      -o -name '*.cpp' -o -name '*.h' \) |
      LC_ALL=C sort)
    files+=("${found[@]}")
  elif [ -e CMakeLists.txt ]; then
    echo "check_english.sh: there is no $path: correct the list of files"
    exit 1
  fi
done
[ ${#files[@]} -eq 0 ] && exit 0

# Each line: a Perl expression, and what to write instead. A space there also stands for the end of a line.
phrases=$(cat <<'PHRASES'
there (?:is|are|was|were) no\b(*SKIP)(*FAIL)|\b(?:is|are|was|were) no (?!longer\b|more than\b|less than\b|better\b|worse\b|larger\b|matter\b)[a-z]+ => "is not a …", "does not have …"
\bthe (?:one|ones|same) of\b => name the noun
\b(?:that|those) of (?!course\b) => name the noun
, that (?!is\b)[a-z]+ => no comma before a clause that restricts
(?:^\s*|[.?!:;] )(?-i:Who)(?:ever)? [^?!.]*[.!] => "anyone who …", "if you …"
\bwhoever\b => "anyone who …", "if you …"
\b(?:for|of|to|from) who\b => "for anyone who …"
[,;] so (?:do|does|is|are) (?:this|these|those|the|it)\b => name what is the same: "the … also …"
\bany ?more\b(?! [a-z]+s\b) => "no longer"
\bwhat (?:is|was) (?:told|said)\b => name what it is: the label, the message, the answer
close at hand(*SKIP)(*FAIL)|\bat hand\b => "available", "known"
\bwork(?:s|ed|ing)? out\b => "compute", "measure"
\bt(?:ake|akes|aken|aking|ook) back\b => "undo"
\bt(?:ake|akes|aken|aking|ook) out\b => "ablate", "remove"
\bwho (?:asks|is asked|looks at whom)\b => "query", "key"
\bsomebody\b => "you", "someone", or name the reader
\bheld[- ]out loss\b => "validation loss"
\bright (?:tokens?|words?|examples?|predictions?|class)\b|% right\b => "correct", "accuracy"
\bmodels? (?:itself )?(?:says?|said)\b => "predicts", "outputs"
\bin turns\b => "alternately", "take turns"
\bstands? (?:in|beside|below|above|under|there|at|before|behind)\b => "is", "appears"
\bbut for\b => "except for"
\bnothing of\b => name the noun
\b(?:is|are) to be (?:made|done|found|said|shown|read|kept|taken|learned|had)\b => "must be", "can be"
, as (?:there|they|it) (?:is|are|has|have|had|needs?|makes?)\b => "because"
\b(?:the|its|their) course over\b => "history"
\b(?:colour|behaviour|neighbour|favour|flavour|labour|honour|armour)\w* => American spelling: -or
\b(?:normal|initial|optim|organ|recogn|visual|general|special|summar|minim|maxim|regular|token|memor|emphas|real|util|linear|factor|standard)is(?:e|es|ed|ing|er|ers|ation|ations)\b => American spelling: -ize
\b(?:learnt|grey|greys|centre|centres|centred|analyse|analysed|analyses the|modelling|labelled|labelling|cancelled|travelled|programme|whilst|judgement|licence|artefacts?)\b => American spelling
PHRASES
)

PHRASES=$phrases perl -CSDA -Mutf8 -e '
  my (@rules, $failed);
  for (split /\n/, $ENV{PHRASES}) {
    utf8::decode($_);
    my ($pattern, $hint) = split / => /, $_, 2;
    $pattern =~ s/ / +/g;
    push @rules, [qr/$pattern/im, $hint];
  }

  # Blanks what is not prose, letter by letter, so that the places of all else stay.
  sub blank { my ($text) = @_; $text =~ s/[^\n]/ /g; $text }
  sub name { my ($text) = @_; "X" . blank(substr $text, 1) }

  # Exercises of lessons are prose, except for the fields that are commands, conditions and names.
  sub fenced {
    my ($kind, $body) = @_;
    return blank("$kind$body") unless $kind =~ /^(?:predict|choice|number|order|paint|explain|task|figure)\b/;
    my $fields = qr/then|solve|until|answer|show|id|tensor|plot|view|picture|rows|columns/;
    $body =~ s/^(?:$fields):.*\n(?:[ \t]+(?!>).*\n)*/blank($&)/gme;
    $body =~ s/^\w+:/blank($&)/gme;
    $body =~ s/\{[^{}\n]*\}/blank($&)/ge;
    return blank($kind) . $body;
  }

  # Of a source, the texts in quotes that have a space in them; all else but space ends a sentence.
  sub text_of {
    my ($token) = @_;
    return " " . substr($token, 1, -1) . " " if $token =~ /^"/ && $token =~ / /;
    return $token =~ s/[^\n]/?/gr;
  }

  sub texts_of {
    my ($text) = @_;
    my $comment = qr{//[^\n]*|/\*.*?\*/}s;
    my $quoted = qr{R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"}s;
    my $letter = qr{\x27(?:\\.|[^\x27\\])\x27};
    $text =~ s{($comment|$quoted|$letter|\S)}{ text_of($1) }ge;
    $text =~ s/\\n/. /g;
    return $text;
  }

  sub prose_of {
    my ($text) = @_;
    $text =~ s/\A---\n.*?\n---\n/blank($&)/se;
    $text =~ s/^(`{3,})([^\n]*)(\n.*?^)\1$/blank($1) . fenced($2, $3) . blank($1)/gmse;
    $text =~ s/<!--.*?-->/blank($&)/gse;
    $text =~ s/^- \*\*[^*\n]+\*\*:/blank($&)/gme;               # terms of the glossary
    $text =~ s/`[^`\n]+(?:\n[^`\n]+)?`/name($&)/ge;
    $text =~ s/\$[^\$\n]+\$/name($&)/ge;                        # formulas
    $text =~ s/\]\([^)\n]*\)/blank($&)/ge;                      # where links lead
    $text =~ s/(?<!\*)\*(?![*\s])[^*\n]+\*(?!\*)/name($&)/ge;   # labels of the window
    return $text;
  }

  for my $file (@ARGV) {
    open my $in, "<", $file or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    $text = $file =~ /\.(?:cpp|h)$/ ? texts_of($text) : prose_of($text);

    # A sentence continues in the next line, unless a paragraph, a row or an item begins there.
    my $flat = $text =~ s/(?<!\n)\n(?![\n|#>]|[-*] |\d+\. )/ /gr;
    for (@rules) {
      my ($pattern, $hint) = @$_;
      while ($flat =~ /$pattern/g) {
        my ($found, $at) = ($&, $-[0]);
        $at += length $1 if $found =~ s/^(\s+)//;
        my $line = 1 + (substr($text, 0, $at) =~ tr/\n//);
        print "$file:$line: \"", $found =~ s/\s+/ /gr, "\": $hint\n";
        $failed = 1;
      }
    }
  }
  exit($failed ? 1 : 0);' "${files[@]}"
