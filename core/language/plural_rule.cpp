// Reads and evaluates plural rules: integers, n, and C's operators ?: || && == != < > <= >= + - * / % ! ().
#include "core/language/plural_rule.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace attnlab {
namespace {

using Number = std::uint64_t;

/// Evaluates an expression by recursive descent: each function reads what binds at least as tightly as its
/// operators. Both sides of every operator are read, whichever counts.
class Reader {
 public:
  Reader(std::string_view text, Number n) : text_(text), n_(n) {}

  Number value() {
    const Number value = choice();
    if (!peek().empty()) fail();
    return value;
  }

 private:
  static constexpr int kMostDepth = 100;

  [[noreturn]] static void fail() { throw std::invalid_argument("not an expression"); }

  std::string_view peek() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
    return text_;
  }
  bool take(std::string_view token) {
    if (!peek().starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  Number choice() {
    if (++depth_ > kMostDepth) fail();
    Number value = any();
    if (take("?")) {
      const Number yes = choice();
      if (!take(":")) fail();
      const Number no = choice();
      value = value ? yes : no;
    }
    --depth_;
    return value;
  }
  Number any() {
    Number value = all();
    while (take("||")) value = (all() != 0) | (value != 0);
    return value;
  }
  Number all() {
    Number value = equal();
    while (take("&&")) value = (equal() != 0) & (value != 0);
    return value;
  }
  Number equal() {
    Number value = ordered();
    while (true)
      if (take("=="))
        value = value == ordered();
      else if (take("!="))
        value = value != ordered();
      else
        return value;
  }
  Number ordered() {
    Number value = sum();
    while (true)
      if (take("<="))
        value = value <= sum();
      else if (take(">="))
        value = value >= sum();
      else if (take("<"))
        value = value < sum();
      else if (take(">"))
        value = value > sum();
      else
        return value;
  }
  Number sum() {
    Number value = product();
    while (true)
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
  }
  Number product() {
    Number value = factor();
    while (true)
      if (take("*"))
        value *= factor();
      else if (take("/"))
        value /= divisor();
      else if (take("%"))
        value %= divisor();
      else
        return value;
  }
  Number divisor() {
    const Number value = factor();
    if (value == 0) fail();
    return value;
  }
  Number factor() {
    if (take("!")) {
      if (++depth_ > kMostDepth) fail();
      const Number value = factor() == 0;
      --depth_;
      return value;
    }
    if (take("(")) {
      const Number value = choice();
      if (!take(")")) fail();
      return value;
    }
    if (take("n")) return n_;
    return literal();
  }
  Number literal() {
    const std::string_view text = peek();
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) fail();
    text_.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  }

  std::string_view text_;
  Number n_;
  int depth_ = 0;
};

/// What follows `name` in the rule, up to a semicolon or the end.
std::string_view field(std::string_view rule, std::string_view name) {
  std::size_t begin = rule.find(name);
  // "plural=" also ends "nplurals="; the fields stand in this order.
  if (begin == std::string_view::npos) throw std::invalid_argument("a part is missing");
  begin += name.size();
  return rule.substr(begin, rule.find(';', begin) - begin);
}

}  // namespace

PluralRule::PluralRule() : expression_("n != 1") {}

PluralRule::PluralRule(std::string_view rule) {
  constexpr int kMostForms = 6;
  try {
    const std::string_view forms = field(rule, "nplurals=");
    if (std::from_chars(forms.data(), forms.data() + forms.size(), forms_).ec != std::errc{} || forms_ < 1 ||
        forms_ > kMostForms)
      throw std::invalid_argument("the number of forms");
    expression_ = field(rule, " plural=");
    for (const Number n : {0u, 1u, 2u, 5u, 11u, 100u}) Reader(expression_, n).value();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("the plural rule '" + std::string(rule) + "' cannot be read (" +
                                error.what() + "); a rule looks like 'nplurals=2; plural=(n != 1);'");
  }
}

int PluralRule::form(std::uint64_t number) const {
  const auto last = static_cast<Number>(forms_ - 1);
  return static_cast<int>(std::min(Reader(expression_, number).value(), last));
}

}  // namespace attnlab
