#!/bin/sh
# Prints what Doxygen reads in place of a header: its first comment as the page's text; backslashes, tokens and directives
# as text; and what a header of core/analysis declares as members of the group of its folder. Usage: doxygen.sh HEADER
group=
case $1 in
  */analysis/*/*) group=$(basename "$(dirname "$1")") ;;
  */analysis/*) group=analysis ;;
esac
sed "$1" -e '
1s|^// |/// @file\n/// |
2,/^#pragma/s|^// |/// |
/\/\/\//{
  s/\\/\\\\/g
  s/<\(pad\|sos\|eos\|unk\|mask\|cls\)>/\\<\1\\>/g
  s/#\([a-z]\)/\\#\1/g
}' ${group:+-e "/^namespace attnlab {/a /// @addtogroup $group\n/// @{" -e '/^}  \/\/ namespace attnlab/i /// @}'}
