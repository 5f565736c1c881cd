// Alignment report: what the subcommand alignment found, as text, as JSON and as tables.
#pragma once

#include <optional>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/experiments/length_experiment.h"
#include "core/analysis/recurrence/alignment.h"

namespace attnlab::alignment {

/// The alignment of one text, the accuracy by length, or both.
struct Report {
  ModelConfig config{};
  Index step = 0;
  TracePtr trace{};                              ///< of the text; null: none was given
  std::optional<AlignedPass> pass{};             ///< of the trace
  std::vector<LengthBand> bands{};               ///< of held-out examples; none: the model was not measured
  std::vector<Counts> counts{};                  ///< correct predictions in each band
  std::optional<LengthExperiment> experiment{};  ///< a fixed vector against attention; empty: not trained

  const AlignmentKind& kind() const { return alignment_kind(config.alignment); }
  /// What the decoder read before position i, and its target there.
  const std::string& read(Index i) const { return trace->input_pieces.at(static_cast<std::size_t>(i)).text; }
  const std::string& says(Index i) const { return trace->target_pieces.at(static_cast<std::size_t>(i)).text; }
  const std::string& source(Index j) const {
    return trace->source_pieces.at(static_cast<std::size_t>(j)).text;
  }
};

void print_text(const Report& report);

/// {"step", "alignment", …, "positions": […], "handed": […], "lengths": […], "experiment": {…}}.
void print_json(const Report& report);

/// "alignment", a row for each position and encoder state of the text (without a text, none); with a text
/// "states", a row for each number of context and states; with lengths "lengths", a row a band.
std::vector<Table> tables(const Report& report);

}  // namespace attnlab::alignment
