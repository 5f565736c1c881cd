// Expert report: what the subcommand experts found, as text, as JSON and as tables.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/analysis/held_out_experts.h"
#include "core/models/cost.h"

namespace attnlab {

/// The routing of one text, of held-out examples, or of both.
struct ExpertReport {
  ModelConfig config{};
  Index step = 0;
  ModelCost cost{};
  TracePtr trace{};  ///< of the text; null: none was given
  std::vector<RoutedLayer> layers{};
  std::vector<ExpertEffect> effects{};       ///< on the loss of the text
  std::optional<HeldOutExperts> held_out{};  ///< nothing: none were read
  std::vector<ExpertEffect> held_out_effects{};
  TokenOrder order = TokenOrder::Often;  ///< of the tokens that an expert takes
  Index top = 10;                        ///< how many of them are listed
};

void print_experts(const ExpertReport& report);

/// {"step", "parameters", …, "layers": [{"feed_forward", "text", "held_out"}, …]}.
void print_experts_json(const ExpertReport& report);

/// Writes experts.csv, a row an expert; with a text tokens.csv, a row a token of each layer; with held-out
/// examples words.csv, a row for each token of the vocabulary that was read in each layer. Throws
/// std::runtime_error with one line where `folder` holds something else, or cannot be written to.
void write_expert_tables(const std::filesystem::path& folder, const ExpertReport& report);

/// The numbers of one expert in a list of effects; NaN where there are none.
ExpertEffect effect_in(const std::vector<ExpertEffect>& effects, const std::string& feed_forward,
                       Index expert);

/// The layers that the report is of, by name, in order of computation.
std::vector<Place> reported_layers(const ExpertReport& report);
/// The held-out tokens of a layer; null where none were read.
const HeldOutLayer* held_out_layer(const ExpertReport& report, const Place& place);
/// The routing of the text in a layer; null where no text was given.
const RoutedLayer* text_layer(const ExpertReport& report, const Place& place);

}  // namespace attnlab
