// Parses conditions: or, and, not, comparisons, sums, functions, expressions.
#include <optional>
#include <span>
#include <stdexcept>

#include "app/base/condition.h"
#include "app/base/condition_node.h"
#include "core/config/nearest.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using NodePtr = std::shared_ptr<const ConditionNode>;

struct Word {
  std::string text;
  bool quoted = false;

  bool is(std::string_view sign) const { return !quoted && text == sign; }
};

constexpr std::string_view kComparisons[] = {"=", "!=", "<", "<=", ">", ">=", "in"};
constexpr std::string_view kSums[] = {"+", "-", "*", "/"};
constexpr std::string_view kConnectives[] = {"and", "or", "not", "(", ")", ";"};
/// Words that are not expressions.
constexpr std::string_view kLiterals[] = {"yes", "no", "on", "off", "none"};

bool is_one_of(const Word& word, std::span<const std::string_view> signs) {
  if (word.quoted) return false;
  for (const std::string_view sign : signs)
    if (word.text == sign) return true;
  return false;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Word quoted_word(std::string_view text, std::size_t& at) {
  Word word{{}, true};
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    word.text += text[at];
  }
  if (at >= text.size())
    throw std::invalid_argument(tr("the quotation mark before {1} is never closed", word.text));
  ++at;
  return word;
}

std::vector<Word> condition_words(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text[at] == '"') {
      words.push_back(quoted_word(text, at));
    } else if (text[at] == '(' || text[at] == ')' || text[at] == ';') {
      words.push_back({std::string(1, text[at++])});
    } else {
      const std::size_t begin = at;
      while (at < text.size() && !is_blank(text[at]) && text[at] != '(' && text[at] != ')' && text[at] != ';')
        ++at;
      words.push_back({std::string(text.substr(begin, at - begin))});
    }
  }
  return words;
}

std::optional<double> plain_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : words_(condition_words(text)) {}

  NodePtr parse() {
    if (words_.empty()) throw std::invalid_argument(tr("the condition is empty"));
    NodePtr all = alternatives();
    if (at_ < words_.size())
      throw std::invalid_argument(tr("\"{1}\" is not expected there", words_[at_].text));
    return all;
  }

 private:
  const Word* next() const { return at_ < words_.size() ? &words_[at_] : nullptr; }
  bool take(std::string_view sign) {
    if (!next() || !next()->is(sign)) return false;
    ++at_;
    return true;
  }
  void need(std::string_view sign) {
    if (take(sign)) return;
    throw std::invalid_argument(next() ? tr("\"{1}\" is missing before \"{2}\"", sign, next()->text)
                                       : tr("\"{1}\" is missing at the end", sign));
  }
  static NodePtr node(ConditionNode::Kind kind, std::string text, std::vector<NodePtr> parts) {
    return std::make_shared<const ConditionNode>(
        ConditionNode{kind, std::move(text), 0, 0, std::move(parts)});
  }

  NodePtr alternatives() {
    NodePtr left = both();
    while (take("or")) left = node(ConditionNode::Kind::Or, "or", {left, both()});
    return left;
  }
  NodePtr both() {
    NodePtr left = negation();
    while (take("and")) left = node(ConditionNode::Kind::And, "and", {left, negation()});
    return left;
  }
  NodePtr negation() {
    const Deeper deeper(*this);
    if (take("not")) return node(ConditionNode::Kind::Not, "not", {negation()});
    return comparison();
  }
  NodePtr comparison() {
    NodePtr left = sum();
    if (!next() || !is_one_of(*next(), kComparisons)) return left;
    const std::string sign = words_[at_++].text;
    if (sign == "in") return between(std::move(left));
    return node(ConditionNode::Kind::Compare, sign, {left, sum()});
  }
  /// "0.5..1.5".
  NodePtr between(NodePtr left) {
    const std::string range = next() ? words_[at_++].text : "";
    const std::size_t dots = range.find("..");
    const auto low = plain_number(range.substr(0, dots));
    const auto high = dots == std::string::npos ? std::nullopt : plain_number(range.substr(dots + 2));
    if (!low || !high || *low > *high)
      throw std::invalid_argument(tr("\"{1}\" must be a range such as 0.5..1.5", range));
    return std::make_shared<const ConditionNode>(
        ConditionNode{ConditionNode::Kind::Between, "in", *low, *high, {left}});
  }
  NodePtr sum() {
    NodePtr left = product();
    while (next() && (next()->is("+") || next()->is("-"))) {
      const std::string sign = words_[at_++].text;
      left = node(ConditionNode::Kind::Sum, sign, {left, product()});
    }
    return left;
  }
  NodePtr product() {
    NodePtr left = term();
    while (next() && (next()->is("*") || next()->is("/"))) {
      const std::string sign = words_[at_++].text;
      left = node(ConditionNode::Kind::Sum, sign, {left, term()});
    }
    return left;
  }
  NodePtr term() {
    const Deeper deeper(*this);
    if (take("(")) {
      NodePtr inside = alternatives();
      need(")");
      return inside;
    }
    if (!next()) throw std::invalid_argument(tr("something is missing at the end"));
    if (next()->quoted) return node(ConditionNode::Kind::Literal, words_[at_++].text, {});
    if (!is_word(*next())) throw std::invalid_argument(tr("\"{1}\" is not expected there", next()->text));
    if (at_ + 1 < words_.size() && words_[at_ + 1].is("(")) return function();
    if (plain_number(next()->text) || is_one_of(*next(), kLiterals))
      return node(ConditionNode::Kind::Literal, words_[at_++].text, {});
    return expression();
  }
  NodePtr function() {
    const std::string name = words_[at_].text;
    if (!find_condition_function(name))
      throw std::invalid_argument(tr("there is no function {1}", name) +
                                  did_you_mean(name, condition_function_names()));
    at_ += 2;
    std::vector<NodePtr> arguments{alternatives()};
    while (take(";")) arguments.push_back(alternatives());
    need(")");
    return node(ConditionNode::Kind::Function, name, std::move(arguments));
  }
  /// A name with its arguments; a * is an argument only within a word.
  NodePtr expression() {
    std::string text;
    while (next() && !next()->quoted && is_word(*next()))
      text += (text.empty() ? "" : " ") + words_[at_++].text;
    return node(ConditionNode::Kind::Expression, text, {});
  }
  static bool is_word(const Word& word) {
    return !is_one_of(word, kComparisons) && !is_one_of(word, kSums) && !is_one_of(word, kConnectives);
  }

  /// Keeps a hostile text from nesting without end.
  struct Deeper {
    explicit Deeper(Parser& parser) : depth(parser.depth_) {
      if (++depth > 100) throw std::invalid_argument(tr("the condition is nested too deeply"));
    }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    int& depth;
  };

  std::vector<Word> words_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

NodePtr parse_condition(std::string_view text) { return Parser(text).parse(); }

bool compares(std::string_view text) {
  // A quote that is never closed is not a comparison: parse_condition() reports it.
  try {
    for (const Word& word : condition_words(text))
      if (is_one_of(word, kComparisons)) return true;
  } catch (const std::invalid_argument&) {
  }
  return false;
}

}  // namespace attnlab
