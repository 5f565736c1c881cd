// What the subcommand models prints, as tables.
#pragma once

#include <vector>

#include "app/base/table.h"
#include "core/analysis/models/two_models.h"
#include "core/text/vocabularies.h"

namespace attnlab::models {

/// "predictions", a row a position: what both say there, with probabilities and losses; "heads", a row a head
/// of the first model: the other model's most alike, and that at the same place; "weights" and "pass", a row
/// a tensor that both have: how far apart the two are. Without a text "weights" alone.
std::vector<Table> tables(const TwoModels& two, const Vocabularies& words);

}  // namespace attnlab::models
