// Attribution report: the results of the subcommand attribution, as text, as JSON and as a table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/attribution/attribution.h"
#include "core/text/tokenizer.h"

namespace attnlab::attribution {

/// The attributions of one prediction at one step.
struct Report {
  Attributions attribution{};
  const Tokenizer* words = nullptr;  ///< the vocabulary of the predictions
  std::string before{};              ///< the token that the model reads at the position; "" for a class
  bool of_class = false;             ///< one prediction for a text or an image

  std::string word() const { return words->entry(attribution.settings.prediction.word); }
  std::string against() const { return words->entry(attribution.settings.prediction.against); }
};

/// A line for each input: its value by each method, with bars.
void print_text(const Report& report);

/// {"step", "word", "position", …, "inputs": [{"tensor", "tokens"}, …], "methods": [{"method", "values",
/// "sum"}, …], "agreement": […]}, on one line.
void print_json(const Report& report);

/// A line for each step: the metric, and the value of every input by each method.
void print_course(std::span<const Report> reports);

/// A row for each value: step, method, input, position, token, value.
Table values_table(std::span<const Report> reports);

/// One input of an attribution, with its number among the values.
struct ReportedInput {
  std::size_t value = 0;
  const AttributedInput* input = nullptr;
  Index row = 0;

  Index position() const { return input->first + row; }
  const std::string& token() const { return input->pieces[static_cast<std::size_t>(row)].text; }
};
std::vector<ReportedInput> reported_inputs(const Attributions& attribution);

}  // namespace attnlab::attribution
