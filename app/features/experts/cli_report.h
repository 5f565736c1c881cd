// Expert report: what the subcommand experts found, as text, as JSON and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/held_out_experts.h"
#include "core/models/cost.h"

namespace attnlab::experts {

/// The routing of one text, of held-out examples, or of both.
struct Report {
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

void print_text(const Report& report);

/// {"step", "parameters", …, "layers": [{"feed_forward", "text", "held_out"}, …]}.
void print_json(const Report& report);

/// "experts", a row an expert; with a text "tokens", a row a token of each layer; with held-out examples
/// "words", a row for each token of the vocabulary that was read in each layer.
std::vector<Table> tables(const Report& report);

/// The numbers of one expert in a list of effects; NaN where there are none.
ExpertEffect effect_in(const std::vector<ExpertEffect>& effects, const std::string& feed_forward,
                       Index expert);

/// The layers that the report is of, by name, in order of computation.
std::vector<Place> reported_layers(const Report& report);
/// The held-out tokens of a layer; null where none were read.
const HeldOutLayer* held_out_layer(const Report& report, const Place& place);
/// The routing of the text in a layer; null where no text was given.
const RoutedLayer* text_layer(const Report& report, const Place& place);

}  // namespace attnlab::experts
