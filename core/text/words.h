// Words: the rule that cuts a text into words, and the one that joins words into a text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attnlab {

/// The first token of `text` at word level, white space before it taken off; nothing where only white space
/// is left. A word is a run of letters and digits, with apostrophes and hyphens between them ("don't",
/// "well-made"). A French elision ends at its apostrophe ("l'", "qu'"), so that "l'arbre" is two words, and
/// so is "l' arbre". Every other visible character, and every byte that is not UTF-8, is a word of its own.
/// `text` is advanced past what was read.
std::optional<std::string_view> next_word(std::string_view& text);

/// Puts words back together: single spaces between them, none before closing punctuation, after an opening
/// bracket or after an elision; straight quotation marks open and close in turn.
class WordJoiner {
 public:
  void add(std::string_view word);
  const std::string& text() const { return text_; }

 private:
  bool wants_space(std::string_view word) const;

  std::string text_;
  bool glue_ = true;           ///< the word before takes no space after it
  bool inside_quote_ = false;  ///< an odd number of " so far
};

}  // namespace attnlab
