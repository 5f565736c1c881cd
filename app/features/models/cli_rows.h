// Model rows: what the subcommand models prints, as tables.
#pragma once

#include <vector>

#include "app/cli/token_rows.h"
#include "core/analysis/models/two_models.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// A row a position: what both say there, with probabilities and losses.
TokenTable prediction_rows(const TwoModels& two, const Vocabularies& words);
/// A row a head of the first model: the other model's most alike, and that at the same place.
TokenTable head_rows(const TwoModels& two);
/// A row a tensor that both have: how far apart the two are.
TokenTable distance_rows(const std::string& name, const AlignedTensors& aligned);

/// All tables that there are: "predictions" and "heads" of a text, "weights", "pass" of a text.
std::vector<TokenTable> model_tables(const TwoModels& two, const Vocabularies& words);

}  // namespace attnlab
