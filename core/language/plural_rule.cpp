// Reads and evaluates plural rules: integers, n, and C's operators ?: || && == != < > <= >= + - * / % ! ().
#include "core/language/plural_rule.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace attnlab {
namespace {

/// Evaluates an expression by recursive descent: each function reads what binds at least as tightly as its
/// operators. Both sides of every operator are read, whichever counts.
class PluralReader {
 public:
  PluralReader(std::string_view text, std::uint64_t n) : text_(text), n_(n) {}

  std::uint64_t value() {
    const std::uint64_t value = choice();
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

  std::uint64_t choice() {
    if (++depth_ > kMostDepth) fail();
    std::uint64_t value = any();
    if (take("?")) {
      const std::uint64_t yes = choice();
      if (!take(":")) fail();
      const std::uint64_t no = choice();
      value = value ? yes : no;
    }
    --depth_;
    return value;
  }
  std::uint64_t any() {
    std::uint64_t value = all();
    while (take("||")) value = (all() != 0) | (value != 0);
    return value;
  }
  std::uint64_t all() {
    std::uint64_t value = equal();
    while (take("&&")) value = (equal() != 0) & (value != 0);
    return value;
  }
  std::uint64_t equal() {
    std::uint64_t value = ordered();
    while (true)
      if (take("=="))
        value = value == ordered();
      else if (take("!="))
        value = value != ordered();
      else
        return value;
  }
  std::uint64_t ordered() {
    std::uint64_t value = sum();
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
  std::uint64_t sum() {
    std::uint64_t value = product();
    while (true)
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
  }
  std::uint64_t product() {
    std::uint64_t value = factor();
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
  std::uint64_t divisor() {
    const std::uint64_t value = factor();
    if (value == 0) fail();
    return value;
  }
  std::uint64_t factor() {
    if (take("!")) {
      if (++depth_ > kMostDepth) fail();
      const std::uint64_t value = factor() == 0;
      --depth_;
      return value;
    }
    if (take("(")) {
      const std::uint64_t value = choice();
      if (!take(")")) fail();
      return value;
    }
    if (take("n")) return n_;
    return literal();
  }
  std::uint64_t literal() {
    const std::string_view text = peek();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) fail();
    text_.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  }

  std::string_view text_;
  std::uint64_t n_;
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
    for (const std::uint64_t n : {0u, 1u, 2u, 5u, 11u, 100u}) PluralReader(expression_, n).value();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("the plural rule '" + std::string(rule) + "' cannot be read (" +
                                error.what() + "); a rule looks like 'nplurals=2; plural=(n != 1);'");
  }
}

int PluralRule::form(std::uint64_t number) const {
  const auto last = static_cast<std::uint64_t>(forms_ - 1);
  return static_cast<int>(std::min(PluralReader(expression_, number).value(), last));
}

}  // namespace attnlab
