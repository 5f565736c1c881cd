// Expressions of what the model says, and of where its heads look.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/state/expressions/expression_table.h"
#include "app/state/selection.h"
#include "core/analysis/heads/head_metrics.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/training/run/record.h"

namespace attnlab::expressions {

namespace {

const TraceTensor& probabilities(const Asked& a) {
  const TraceTensor* const found = a.view.trace->find("output.probabilities");
  if (!found) throw std::invalid_argument(tr("this model does not predict tokens"));
  return *found;
}

/// The probabilities at a position, from 0; without one, at the last.
std::span<const Real> row_at(const Asked& a, std::size_t argument) {
  const TraceTensor& all = probabilities(a);
  const Index rows = all.shape.rows(), words = all.shape.last();
  const Index row = a.argument(argument).empty() ? rows - 1 : number_in(a.argument(argument));
  if (row < 0 || row >= rows)
    throw std::invalid_argument(tr("the model predicts tokens at positions 0 to {1}, not at {2}",
                                   std::to_string(rows - 1), std::to_string(row)));
  return all.value.subspan(row * words, words);
}

std::string likeliest(const Asked& a) {
  const std::span<const Real> row = row_at(a, 0);
  const auto best = std::ranges::max_element(row) - row.begin();
  return a.view.vocabularies->target.entry(static_cast<TokenId>(best));
}

std::size_t word_number(const Asked& a) {
  const Tokenizer& words = a.view.vocabularies->target;
  for (TokenId id = 0; id < words.size(); ++id)
    if (words.entry(id) == a.argument(0)) return static_cast<std::size_t>(id);
  throw std::invalid_argument(tr("the model's vocabulary does not have \"{1}\"", a.argument(0)));
}

std::string chance(const Asked& a) {
  const std::size_t word = word_number(a);
  return exact_text(double(row_at(a, 1)[word]));
}

/// A measure of heads that an expression can ask for.
struct HeadMeasure {
  std::string_view name;
  double HeadMetrics::*number;
};

constexpr HeadMeasure kHeadMeasures[] = {
    {"entropy", &HeadMetrics::entropy}, {"distance", &HeadMetrics::distance},
    {"first", &HeadMetrics::first},     {"previous", &HeadMetrics::previous},
    {"same", &HeadMetrics::same},       {"induction", &HeadMetrics::induction},
};

bool is_meant(const std::string& wanted, Index number) {
  return wanted == "all" || number_in(wanted) == number;
}

/// "0.31 0.78": the measure of each wanted head in the selected attention.
std::string measured_heads(const Asked& a) {
  const HeadMeasure& measure = row_named(kHeadMeasures, "measure of heads", a.argument(0));
  const AttentionKind kind = a.view.state.selection.attention;
  std::string all;
  for (const HeadMetrics& head : head_metrics(*a.view.trace)) {
    const Place place = a.view.trace->at(head.attention + ".weights").place;
    if (attention_of(place) != kind) continue;
    if (!is_meant(a.argument(1), layer_number(place)) || !is_meant(a.argument(2), head.head)) continue;
    const double number = head.*measure.number;
    if (std::isfinite(number)) all += (all.empty() ? "" : " ") + exact_text(number);
  }
  return all.empty() ? "none" : all;
}

const Record& own_record(const Asked& a) {
  if (!a.view.record) throw std::invalid_argument(tr("this model has no training record"));
  return *a.view.record;
}

std::size_t measured_column(const Asked& a) {
  const Record& record = own_record(a);
  const Index column = record.column(a.argument(0));
  if (column >= 0) return static_cast<std::size_t>(column);
  throw std::invalid_argument(tr("there is no measurement {1}", a.argument(0)) +
                              did_you_mean(a.argument(0), record.names));
}

std::vector<StepValue> course_of_measured(const Asked& a) {
  const std::size_t column = measured_column(a);
  const Record& record = own_record(a);
  std::vector<StepValue> course;
  for (std::size_t i = 0; i < record.measurements.size(); ++i)
    if (const float value = record.measurements[i].values[column]; std::isfinite(value))
      course.push_back({record.measurements[i].step, exact_text(double(value))});
  return course;
}

std::string measured(const Asked& a) {
  const std::vector<StepValue> course = course_of_measured(a);
  return course.empty() ? "none" : course.back().value;
}

}  // namespace

std::vector<StepValue> course_of_loss(const Asked& a) {
  const Record& record = own_record(a);
  std::vector<StepValue> course;
  for (std::size_t i = 0; i < record.steps.size(); ++i)
    course.push_back({record.steps[i].step, exact_text(record.steps[i].loss)});
  return course;
}

std::span<const ScriptExpression> model_words() {
  static constexpr ScriptExpression kRows[] = {
      {"says", "[POSITION]", "the most likely token at a position, from 0; without POSITION, at the last",
       likeliest, Needs::Trace},
      {"chance", "WORD [POSITION]", "the probability of a token at a position", chance, Needs::Trace},
      {"heads", "MEASURE LAYER HEAD",
       "a measure of heads in the selected attention: entropy, distance, first, previous, same or induction; "
       "`all` stands for all layers or heads",
       measured_heads, Needs::Trace},
      {"measured", "NAME", "the newest value of a measurement such as `validation.loss`, or `none`", measured,
       Needs::Nothing, course_of_measured},
  };
  return kRows;
}

}  // namespace attnlab::expressions
