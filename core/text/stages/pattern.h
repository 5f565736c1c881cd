// Pattern: the regular expressions by which tokenizers cut texts, matched from the left by going back.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/stages/character_set.h"

namespace attnlab {

/// Alternatives, sequences, groups (?:…) and (?i:…), lookahead (?=…) and (?!…), classes with ranges, \s \d \w
/// \p{…} and classes in them, repetitions ? * + {m,n}, greedy, lazy (?) or possessive (+), as Oniguruma reads
/// them, with its \w. No anchors, no looking behind, no references. Immutable after construction.
class Pattern {
 public:
  using Match = std::pair<std::size_t, std::size_t>;  ///< first byte, one past the last

  /// Throws std::invalid_argument with one line for what is not read, and for what may match nothing.
  explicit Pattern(std::string_view expression);
  /// A pattern that matches `text` itself.
  static Pattern of_text(std::string_view text);

  /// The matches in `text` from the left, none of which overlap. Bytes that are not UTF-8 are signs. Throws
  /// std::runtime_error where going back takes far too many steps.
  std::vector<Match> matches(std::string_view text) const;

 private:
  friend class PatternReader;
  enum class Do { Character, Set, Fork, Jump, Ahead, NotAhead, Atom, End };
  struct Step {
    Do what;
    char32_t character = 0;  ///< of Character
    std::size_t set = 0;     ///< of Set
    std::size_t to = 0;      ///< how many steps further to go on; of Fork: first
    std::size_t other = 0;   ///< of Fork: how many steps further otherwise
  };
  class Walk;

  Pattern() = default;

  std::vector<Step> steps_;
  std::vector<CharacterSet> sets_;
};

}  // namespace attnlab
