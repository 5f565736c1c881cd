// Proposals: pairs of texts to begin patching with.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/patching/pair.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Pairs that encode_pair() reads, the most telling first, at most `most`. Of a task whose examples have
/// right answers: two held-out examples that differ in as few tokens as there are, and examples with one
/// token replaced where the task knows the answer to any text. Else, and where there is no task: `text` with
/// one token replaced by another of its tokens, so that the answer of the model with these `weights` changes
/// most. None where nothing changes an answer. Always the same ones.
std::vector<PatchPair> proposed_pairs(const Model& model, const Vocabularies& vocabularies,
                                      std::span<const Real> weights, const Task* task,
                                      const std::string& text, std::size_t most = 8);

}  // namespace attnlab
