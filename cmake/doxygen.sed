# What Doxygen reads in place of a header: its first comment as the page's text; names of tokens, and directives, as text.
1s|^// |/// @file\n/// |
2,/^#pragma/s|^// |/// |
/\/\/\//{
  s/<\(pad\|sos\|eos\|unk\|mask\|cls\)>/\\<\1\\>/g
  s/#\([a-z]\)/\\#\1/g
}
