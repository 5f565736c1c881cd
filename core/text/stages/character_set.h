// CharacterSet: which characters a class of a pattern matches.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attnlab {

class CharacterSet {
 public:
  void add(char32_t value) { add(value, value); }
  void add(char32_t first, char32_t last) { ranges_.emplace_back(first, last); }
  /// What \s, \d, \w (in a class) and \p{…} match: "space", "word", or a general category as "L" and "Lu".
  /// False where no property has that name.
  bool add_property(std::string_view name, bool negated);
  void add(CharacterSet other) { parts_.push_back(std::move(other)); }
  void negate() { negated_ = !negated_; }
  /// Has the set hold, of each letter of which it holds one case, the others; of a negated set, leave them
  /// out.
  void ignore_case();

  bool has(char32_t value) const;
  bool negated() const { return negated_; }
  bool empty() const { return ranges_.empty() && properties_.empty() && parts_.empty(); }

 private:
  enum class Kind { Space, Word, Category };
  struct Property {
    Kind kind;
    std::string category;
    bool negated;

    bool has(char32_t value) const;
  };
  bool lists(char32_t value) const;

  std::vector<std::pair<char32_t, char32_t>> ranges_;
  std::vector<Property> properties_;
  std::vector<CharacterSet> parts_;
  bool negated_ = false;
};

}  // namespace attnlab
