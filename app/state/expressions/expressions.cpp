// Expressions: finds an expression by its name, checks its arguments, and evaluates it.
#include "app/state/expressions/expressions.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "app/state/limits.h"
#include "core/config/rows.h"
#include "core/config/scan_number.h"
#include "core/language/language.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

std::vector<std::string> words_in(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The usage has optional arguments in brackets.
void check_arguments(const ScriptExpression& row, const std::vector<std::string>& given) {
  const std::vector<std::string> usage = words_in(row.arguments);
  const auto wanted = static_cast<std::size_t>(
      std::ranges::count_if(usage, [](const std::string& word) { return word.front() != '['; }));
  if (given.size() >= wanted && given.size() <= usage.size()) return;
  const std::string form =
      std::string(row.name) + (row.arguments.empty() ? "" : " ") + std::string(row.arguments);
  throw std::invalid_argument(tr("expect {1}: use {2}", row.name, form));
}

}  // namespace

namespace expressions {

std::string exact_text(double value) {
  std::ostringstream out;
  out.precision(9);
  out << value;
  return out.str();
}

Index number_in(const std::string& word) {
  Index number = 0;
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size())
    throw std::invalid_argument(tr("\"{1}\" must be a whole number", word));
  return number;
}

}  // namespace expressions

std::span<const ScriptExpression> script_expressions() {
  static const std::vector<ScriptExpression> all = [] {
    std::vector<ScriptExpression> rows;
    const auto add = [&](std::span<const ScriptExpression> some) {
      rows.insert(rows.end(), some.begin(), some.end());
    };
    for (const auto& some : {expressions::choice(), expressions::training(), expressions::pass(),
                             expressions::model_words(), expressions::lesson()})
      add(some);
    for (const Feature* feature : features())
      if (feature->expressions) add(feature->expressions());
    return rows;
  }();
  return all;
}

namespace {

/// A row with the words after its name, both checked.
struct Question {
  ScriptExpression row;
  std::vector<std::string> arguments;
};

Question question_in(const std::string& text, const ViewModel& view, std::span<const ScriptExpression> more) {
  std::vector<std::string> words = words_in(text);
  if (words.empty()) throw std::invalid_argument(tr("the expression is empty"));
  std::vector<ScriptExpression> rows(script_expressions().begin(), script_expressions().end());
  rows.insert(rows.end(), more.begin(), more.end());
  const ScriptExpression& row = row_named(rows, "expression", words[0]);
  words.erase(words.begin());
  check_arguments(row, words);
  if (row.needs == Needs::Trace && !view.trace) throw std::invalid_argument(tr(kNoPassYet));
  return {row, std::move(words)};
}

}  // namespace

std::string evaluate_expression(const std::string& text, const ViewModel& view,
                                std::span<const ScriptExpression> more) {
  const InEnglish for_scripts;
  Question question = question_in(text, view, more);
  return question.row.value({view, std::move(question.arguments)});
}

std::vector<StepValue> course_of_expression(const std::string& text, const ViewModel& view) {
  const InEnglish for_scripts;
  Question question = question_in(text, view, {});
  if (question.row.course) return question.row.course({view, std::move(question.arguments)});
  throw std::invalid_argument(tr("{1} is not recorded during training", text));
}

}  // namespace attnlab
