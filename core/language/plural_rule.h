// PluralRule: which of a language's plural forms a number takes, as gettext writes it in a catalogue's
// header.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnlab {

/// "nplurals=2; plural=(n != 1);": a number of forms, and an expression of C in `n` that gives the form.
class PluralRule {
 public:
  /// One form for 1 and another for all other numbers, as in English.
  PluralRule();
  /// Throws std::invalid_argument, with the rule, if it is not of this form.
  explicit PluralRule(std::string_view rule);

  /// The form for `number`, from 0 to forms() − 1; the last form where the expression gives a larger one.
  int form(std::uint64_t number) const;
  int forms() const { return forms_; }

 private:
  int forms_ = 2;
  std::string expression_;
};

}  // namespace attnlab
