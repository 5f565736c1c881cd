// Growing text: what a model adds to a prompt, token by token, up to a stop string.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace attnlab {

/// Where the first of `stops` begins in `text`; npos where none is there. Empty stops are never there.
std::size_t find_stop(std::string_view text, const std::vector<std::string>& stops);

/// The text that tokens add to those of a prompt. It is decoded as a whole each time, as the way in which a
/// word is joined depends on the words before it.
class GrowingText {
 public:
  /// `show` is given each new piece; what may be the beginning of a stop string is held back until it is
  /// known, and part of a character until it is whole.
  GrowingText(const Tokenizer& tokenizer, std::vector<TokenId> prompt, std::vector<std::string> stops,
              std::function<void(std::string_view)> show);

  /// False where the text now has a stop string: it ends before that.
  bool add(TokenId token);
  /// Shows what was held back.
  void finish();

  /// All that was added, without the stop string and what follows it.
  const std::string& text() const { return text_; }
  bool stopped() const { return stopped_; }

 private:
  void show_up_to(std::size_t end);

  const Tokenizer& tokenizer_;
  std::vector<TokenId> tokens_;
  std::vector<std::string> stops_;
  std::function<void(std::string_view)> show_;
  std::size_t before_ = 0;  ///< bytes of the prompt's text
  std::size_t shown_ = 0;   ///< bytes of text_ that were shown
  std::size_t held_ = 0;    ///< most bytes that are held back
  std::string text_;
  bool stopped_ = false;
};

}  // namespace attnlab
