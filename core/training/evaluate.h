// Evaluation: how many whole sequences a model gets exactly right.
#pragma once

#include <span>
#include <vector>

#include "core/models/model.h"
#include "core/tasks/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Share, 0 to 1, of `examples` whose greedy output is the target to the last token. The sources are decoded
/// in batches on the calling thread. `weights` is laid out as model.parameters(). Throws
/// std::invalid_argument where the vocabularies have no source, there are no examples, or one is longer than
/// the model's context.
double exact_match(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                   std::span<const Example> examples);

}  // namespace attnlab
