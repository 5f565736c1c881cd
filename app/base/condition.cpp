// Evaluates conditions.
#include "app/base/condition.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "app/base/condition_node.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

std::optional<double> number_or_none(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return value;
}

std::string condition_number(double value) {
  std::ostringstream out;
  out.precision(9);
  out << value;
  return out.str();
}

std::string yes_or_no_of(bool holds) { return holds ? "yes" : "no"; }

/// The values of a text if all its words are numbers; else the text alone.
std::vector<std::string> values_in(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    if (!number_or_none(word)) return {text};
    words.push_back(word);
  }
  return words.empty() ? std::vector<std::string>{text} : words;
}

bool sign_holds(const std::string& a, const std::string& sign, const std::string& b) {
  if (sign == "=") return values_match(a, b);
  if (sign == "!=") return !values_match(a, b);
  const std::optional<double> x = number_or_none(a), y = number_or_none(b);
  if (!x || !y) return false;  // "none" is neither greater nor less than a number
  if (sign == "<") return *x < *y;
  if (sign == "<=") return *x <= *y;
  if (sign == ">") return *x > *y;
  if (sign == ">=") return *x >= *y;
  no_such_kind("sign of comparison");
}

class Evaluation {
 public:
  explicit Evaluation(const ExpressionSource& source) : source_(source) {}

  bool holds(const ConditionNode& node) const {
    switch (node.kind) {
      case ConditionNode::Kind::Or: return holds(*node.parts[0]) || holds(*node.parts[1]);
      case ConditionNode::Kind::And: return holds(*node.parts[0]) && holds(*node.parts[1]);
      case ConditionNode::Kind::Not: return !holds(*node.parts[0]);
      case ConditionNode::Kind::Compare: return any_pair(node);
      case ConditionNode::Kind::Between: return any_between(node);
      case ConditionNode::Kind::Sum:
      case ConditionNode::Kind::Function:
      case ConditionNode::Kind::Expression:
      case ConditionNode::Kind::Literal: return value(node) == "yes";
    }
    no_such_kind("part of a condition");
  }

  std::string value(const ConditionNode& node) const {
    switch (node.kind) {
      case ConditionNode::Kind::Or:
      case ConditionNode::Kind::And:
      case ConditionNode::Kind::Not:
      case ConditionNode::Kind::Compare:
      case ConditionNode::Kind::Between: return yes_or_no_of(holds(node));
      case ConditionNode::Kind::Sum: return condition_number(sum(node));
      case ConditionNode::Kind::Function: return function(node);
      case ConditionNode::Kind::Expression: return source_.value(node.text);
      case ConditionNode::Kind::Literal: return node.text;
    }
    no_such_kind("part of a condition");
  }

 private:
  bool any_pair(const ConditionNode& node) const {
    const std::vector<std::string> left = values_in(value(*node.parts[0])),
                                   right = values_in(value(*node.parts[1]));
    return std::ranges::any_of(left, [&](const std::string& a) {
      return std::ranges::any_of(right, [&](const std::string& b) { return sign_holds(a, node.text, b); });
    });
  }
  bool any_between(const ConditionNode& node) const {
    return std::ranges::any_of(values_in(value(*node.parts[0])), [&](const std::string& text) {
      const std::optional<double> x = number_or_none(text);
      return x && *x >= node.low && *x <= node.high;
    });
  }
  std::vector<double> numbers(const ConditionNode& node) const {
    std::vector<double> all;
    for (const std::string& text : values_in(value(node))) {
      const std::optional<double> x = number_or_none(text);
      if (!x) throw std::invalid_argument(tr("\"{1}\" is not a number", text));
      all.push_back(*x);
    }
    return all;
  }
  double number(const ConditionNode& node) const {
    const std::vector<double> all = numbers(node);
    if (all.size() != 1)
      throw std::invalid_argument(tr("arithmetic needs one number on each side, but \"{1}\" has {2}",
                                     node.text, std::to_string(all.size())));
    return all.front();
  }
  double sum(const ConditionNode& node) const {
    const double a = number(*node.parts[0]), b = number(*node.parts[1]);
    if (node.text == "+") return a + b;
    if (node.text == "-") return a - b;
    return node.text == "*" ? a * b : a / b;
  }
  std::string function(const ConditionNode& node) const {
    const ConditionFunction& row = *find_condition_function(node.text);
    if (!row.of_numbers) return first_step(*node.parts[0]);
    std::vector<double> all;
    for (const auto& part : node.parts)
      for (const double x : numbers(*part)) all.push_back(x);
    return condition_number(row.of_numbers(all));
  }

  /// The first recorded step at which the condition holds, or "none".
  std::string first_step(const ConditionNode& condition) const;

  const ExpressionSource& source_;
};

void list_expressions(const ConditionNode& node, std::vector<std::string>& all) {
  if (node.kind == ConditionNode::Kind::Expression) all.push_back(node.text);
  for (const auto& part : node.parts) list_expressions(*part, all);
}

/// The newest value at a step; null before the first.
const StepValue* value_at_step(const std::vector<StepValue>& course, std::int64_t step) {
  const auto after = std::ranges::upper_bound(course, step, {}, &StepValue::step);
  return after == course.begin() ? nullptr : &*std::prev(after);
}

std::string Evaluation::first_step(const ConditionNode& condition) const {
  if (!source_.course) return "none";
  std::vector<std::string> names;
  list_expressions(condition, names);
  if (names.empty())
    throw std::invalid_argument(tr("first_step needs an expression that is recorded, such as loss"));
  std::vector<std::vector<StepValue>> courses;
  for (const std::string& name : names) courses.push_back(source_.course(name));
  for (const StepValue& at : courses.front()) {
    bool known = true;
    ExpressionSource then;
    then.value = [&](const std::string& name) {
      const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      const StepValue* const found = value_at_step(courses[place], at.step);
      known = known && found;
      return found ? found->value : std::string("none");
    };
    if (Evaluation(then).holds(condition) && known) return std::to_string(at.step);
  }
  return "none";
}

double sum_of(const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); }

constexpr ConditionFunction kConditionFunctions[] = {
    {"max", "the largest number", [](const std::vector<double>& x) { return *std::ranges::max_element(x); }},
    {"min", "the smallest number", [](const std::vector<double>& x) { return *std::ranges::min_element(x); }},
    {"sum", "the sum", sum_of},
    {"mean", "the mean", [](const std::vector<double>& x) { return sum_of(x) / double(x.size()); }},
    {"argmax", "the index of the largest, from 0",
     [](const std::vector<double>& x) { return double(std::ranges::max_element(x) - x.begin()); }},
    {"argmin", "the index of the smallest, from 0",
     [](const std::vector<double>& x) { return double(std::ranges::min_element(x) - x.begin()); }},
    {"count", "how many numbers there are", [](const std::vector<double>& x) { return double(x.size()); }},
    {"abs", "the absolute value", [](const std::vector<double>& x) { return std::abs(x.front()); }},
    {"exp", "e to the power", [](const std::vector<double>& x) { return std::exp(x.front()); }},
    {"ln", "the natural logarithm", [](const std::vector<double>& x) { return std::log(x.front()); }},
    {"sqrt", "the square root", [](const std::vector<double>& x) { return std::sqrt(x.front()); }},
    {"first_step", "the first recorded step of training at which a condition holds, or none"},
};

}  // namespace

const ConditionFunction* find_condition_function(std::string_view name) {
  for (const ConditionFunction& row : kConditionFunctions)
    if (row.name == name) return &row;
  return nullptr;
}

std::vector<std::string> condition_function_names() {
  std::vector<std::string> names;
  for (const ConditionFunction& row : kConditionFunctions) names.emplace_back(row.name);
  return names;
}

Condition Condition::parse(std::string_view text) {
  Condition condition;
  condition.text_ = std::string(text);
  try {
    condition.root_ = parse_condition(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(tr("the condition \"{1}\": {2}", condition.text_, error.what()));
  }
  return condition;
}

bool Condition::holds(const ExpressionSource& source) const {
  return !root_ || Evaluation(source).holds(*root_);
}

std::string Condition::value(const ExpressionSource& source) const {
  return root_ ? Evaluation(source).value(*root_) : "yes";
}

std::vector<std::string> Condition::expressions() const {
  std::vector<std::string> all;
  if (root_) list_expressions(*root_, all);
  return all;
}

bool values_match(const std::string& actual, const std::string& wanted) {
  const std::optional<double> a = number_or_none(actual), b = number_or_none(wanted);
  if (!a || !b) return actual == wanted;
  if (!std::isfinite(*a) || !std::isfinite(*b)) return actual == wanted || *a == *b;
  return std::abs(*a - *b) <= 1e-6 * std::max({1.0, std::abs(*a), std::abs(*b)});
}

}  // namespace attnlab
