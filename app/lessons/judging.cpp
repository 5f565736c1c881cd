// Judges choices, numbers and orders.
#include "app/lessons/judging.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

Judgement::Kind kind_of(bool right) { return right ? Judgement::Kind::Right : Judgement::Kind::Wrong; }

std::string said_by(const Exercise& exercise, bool right, std::string feedback = {}) {
  const std::string& more = right ? exercise.right : exercise.wrong;
  if (!more.empty()) feedback += (feedback.empty() ? "" : " ") + more;
  return feedback;
}

std::optional<double> number_typed(std::string text) {
  for (std::size_t at; (at = text.find("\u2212")) != std::string::npos;) text.replace(at, 3, "-");
  if (text.find('.') == std::string::npos) std::ranges::replace(text, ',', '.');
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

double truth_of(const Exercise& exercise, const ExpressionSource& source) {
  const std::string text = exercise.answer.value(source);
  const auto value = number_typed(text);
  if (!value)
    throw std::invalid_argument(tr("{1} is {2}, which is not a number", exercise.answer.text(), text));
  return *value;
}

std::string truth_text(double value) {
  std::ostringstream out;
  out.precision(4);
  out << value;
  return out.str();
}

std::vector<std::size_t> right_options(const Exercise& exercise, const ExpressionSource& source) {
  std::vector<std::size_t> right;
  for (std::size_t i = 0; i < exercise.options.size(); ++i)
    if (exercise.options[i].right.holds(source)) right.push_back(i);
  return right;
}

std::vector<std::size_t> numbers_of(const Exercise& exercise, const Answer& answer) {
  std::vector<std::size_t> all;
  for (const std::string& part : answer) all.push_back(option_number(exercise, part));
  return all;
}

Answer answer_of(const std::vector<std::size_t>& numbers) {
  Answer answer;
  for (const std::size_t number : numbers) answer.push_back(std::to_string(number));
  return answer;
}

bool is_ranked(const Exercise& exercise) { return !exercise.options.front().right.empty(); }

std::vector<double> ranks(const Exercise& exercise, const ExpressionSource& source) {
  std::vector<double> all;
  for (const ExerciseOption& item : exercise.options) {
    const auto value = number_typed(item.right.value(source));
    if (!value) throw std::invalid_argument(tr("{1} is not a number", item.right.text()));
    all.push_back(*value);
  }
  return all;
}

}  // namespace

std::size_t option_number(const Exercise& exercise, const std::string& part) {
  std::size_t number = 0;
  const auto [end, error] = scan_number(part.data(), part.data() + part.size(), number);
  if (error != std::errc{} || end != part.data() + part.size() || number >= exercise.options.size())
    throw std::invalid_argument(tr("\"{1}\" is not an option of {2}, which has options 0 to {3}", part,
                                   exercise.id, std::to_string(exercise.options.size() - 1)));
  return number;
}

void check_choice(const Exercise& e) {
  if (e.options.size() < 2) throw std::invalid_argument(tr("a choice needs at least two options"));
  if (e.withheld) return;
  bool some = false;
  for (const ExerciseOption& option : e.options) {
    if (option.right.empty())
      throw std::invalid_argument(tr("mark the option \"{1}\" with [x], [ ] or {condition}", option.text));
    some = some || option.right.text() != "no";
  }
  if (!some) throw std::invalid_argument(tr("none of the options is correct"));
}

Judgement judge_choice(const Exercise& e, const Answer& answer, const ExpressionSource& source) {
  const std::vector<std::size_t> truth = right_options(e, source);
  std::vector<std::size_t> given = numbers_of(e, answer);
  if (given.empty()) throw std::invalid_argument(tr("choose an option"));
  std::ranges::sort(given);
  const bool right = given == truth;
  std::string feedback;
  for (const std::size_t number : given)
    if (!e.options[number].feedback.empty())
      feedback += (feedback.empty() ? "" : " ") + e.options[number].feedback;
  return {kind_of(right), said_by(e, right, feedback), answer_text(e, answer_of(truth))};
}

Answer right_choice(const Exercise& e, const ExpressionSource& source) {
  const std::vector<std::size_t> truth = right_options(e, source);
  if (truth.empty())
    throw std::invalid_argument(tr("according to the model, none of the options of {1} is correct", e.id));
  if (truth.size() == e.options.size())
    throw std::invalid_argument(tr("according to the model, all options of {1} are correct", e.id));
  return answer_of(truth);
}

Answer wrong_choice(const Exercise& e, const ExpressionSource& source) {
  const std::vector<std::size_t> truth = right_options(e, source);
  for (std::size_t i = 0; i < e.options.size(); ++i)
    if (std::ranges::find(truth, i) == truth.end()) return answer_of({i});
  return {};
}

void check_number(const Exercise& e) {
  if (!(e.tolerance >= 0)) throw std::invalid_argument(tr("the tolerance must not be negative"));
}

Judgement judge_number(const Exercise& e, const Answer& answer, const ExpressionSource& source) {
  const std::optional<double> given = answer.size() == 1 ? number_typed(answer.front()) : std::nullopt;
  if (!given) throw std::invalid_argument(tr("answer {1} with a number such as 0.76", e.id));
  const double truth = truth_of(e, source);
  const double slack = 1e-9 * std::max(1.0, std::abs(truth));
  const bool right = std::abs(*given - truth) <= e.tolerance + slack;
  return {kind_of(right), said_by(e, right), truth_text(truth)};
}

Answer right_number(const Exercise& e, const ExpressionSource& source) {
  std::ostringstream out;
  out.precision(17);
  out << truth_of(e, source);
  return {out.str()};
}

Answer wrong_number(const Exercise& e, const ExpressionSource& source) {
  return {truth_text(truth_of(e, source) + 2 * e.tolerance + 1)};
}

void check_order(const Exercise& e) {
  if (e.options.size() < 2) throw std::invalid_argument(tr("an order needs at least two items"));
  for (const ExerciseOption& item : e.options)
    if (item.right.empty() == is_ranked(e))
      throw std::invalid_argument(tr("either all items or no items need a {value}"));
}

Answer right_order(const Exercise& e, const ExpressionSource& source) {
  std::vector<std::size_t> order(e.options.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (is_ranked(e)) {
    const std::vector<double> values = ranks(e, source);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  }
  return answer_of(order);
}

Judgement judge_order(const Exercise& e, const Answer& answer, const ExpressionSource& source) {
  std::vector<std::size_t> given = numbers_of(e, answer);
  const Answer truth = right_order(e, source);
  bool right = answer == truth;
  if (is_ranked(e) && !right && given.size() == e.options.size()) {  // equal values have no order
    const std::vector<double> values = ranks(e, source);
    right =
        std::ranges::is_sorted(given, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  }
  std::ranges::sort(given);
  if (given.size() != e.options.size() || std::ranges::adjacent_find(given) != given.end())
    throw std::invalid_argument(tr("answer {1} with all of its items, each once", e.id));
  return {kind_of(right), said_by(e, right), answer_text(e, truth)};
}

Answer wrong_order(const Exercise& e, const ExpressionSource& source) {
  Answer order = right_order(e, source);
  std::ranges::reverse(order);
  return order;
}

}  // namespace attnlab
