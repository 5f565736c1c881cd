// Attribution report: what the subcommand attribute found, as text, as JSON and as a table.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/attribution/attribution.h"
#include "core/text/tokenizer.h"

namespace attnlab {

/// The attributions of one prediction at one step.
struct AttributionReport {
  Attributions attribution{};
  const Tokenizer* words = nullptr;  ///< of what the model predicts
  std::string before{};              ///< what the model read at the position; "" for a class
  bool of_class = false;             ///< one prediction for a text or picture

  std::string word() const { return words->entry(attribution.settings.prediction.word); }
  std::string against() const { return words->entry(attribution.settings.prediction.against); }
};

/// A line for each input: its value by each method, with bars.
void print_attribution(const AttributionReport& report);

/// {"step", "word", "position", …, "inputs": [{"tensor", "tokens"}, …], "methods": [{"method", "values",
/// "sum"}, …], "agreement": […]}, on one line.
void print_attribution_json(const AttributionReport& report);

/// A line for each step: the metric, and the value of every input by each method.
void print_attribution_course(std::span<const AttributionReport> reports);

/// Writes a line for each value: step, method, input, position, token, value. Throws std::runtime_error with
/// one line where `file` cannot be written to.
void write_attribution_table(const std::filesystem::path& file, std::span<const AttributionReport> reports);

/// One input of an attribution, with its number among the values.
struct ReportedInput {
  std::size_t value = 0;
  const AttributedInput* input = nullptr;
  Index row = 0;

  Index position() const { return input->first + row; }
  const std::string& token() const { return input->pieces[static_cast<std::size_t>(row)].text; }
};
std::vector<ReportedInput> reported_inputs(const Attributions& attribution);

}  // namespace attnlab
