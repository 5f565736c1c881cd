// Circuit report: what the subcommand circuits found, as text, as JSON and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/circuits/composition.h"
#include "core/analysis/circuits/scores.h"

namespace attnlab::circuits {

/// A QK or OV circuit of the chosen head.
struct ReportedCircuit {
  CircuitHead head;
  WordCircuit circuit;
  std::vector<std::string> rows, columns;  ///< the tokens
};

/// The heads of a model at one step.
struct CircuitsAtStep {
  Index step = 0;
  HeadScores scores{};
  std::vector<Composition> compositions{};
  std::optional<ReportedCircuit> looks{}, says{};
};

/// One step, or the history over several.
struct Report {
  ModelConfig config{};
  std::string why_no_repeats{};          ///< "": there are scores of repeated sequences
  const HeadScoreKind* score = nullptr;  ///< whose history is printed
  bool course = false;                   ///< of several steps
  double over = 0.5;                     ///< the score above which a head has formed
  Index top = 10;                        ///< how many compositions are printed
  std::vector<CircuitsAtStep> steps{};
};

/// When a score first exceeded a bound.
struct HeadFormed {
  CircuitHead head;
  Index step = 0;
};
/// The first step at which the best head exceeds report.over, if any.
std::optional<HeadFormed> formed_head(const Report& report, const HeadScoreKind& kind);

/// "query", "key" or "value".
std::string_view input_name(HeadInput input);

/// The strongest compositions first.
std::vector<Composition> strongest_compositions(const CircuitsAtStep& at);

void print_text(const Report& report);

/// {"sequences", "tokens", "steps": [{"step", "heads": […], "compositions": […], "looks", "says"}],
/// "formed"}.
void print_json(const Report& report);

/// "heads", a row for each head at each step; "eigenvalues"; of one step "compositions"; "looks" and "says",
/// a row for each pair of tokens.
std::vector<Table> tables(const Report& report);

}  // namespace attnlab::circuits
