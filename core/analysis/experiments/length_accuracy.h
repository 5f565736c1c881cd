// Accuracy by length: the right answers of a model to held-out examples, by how long their sources are.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/training/evaluate.h"

namespace attnlab {

/// Held-out examples with sources of about one length.
struct LengthBand {
  Index shortest = 0, longest = 0;  ///< tokens of a source, <eos> not counted
  std::shared_ptr<const std::vector<Example>> examples;

  Index count() const { return static_cast<Index>(examples->size()); }
  double middle() const { return double(shortest + longest) / 2; }
  /// "5–8", "3".
  std::string name() const;
};

/// `examples` held-out examples of `task`, which must have sources, in at most `most` bands of equal width
/// from the shortest source to the longest. Bands without an example are left out. Always the same ones.
/// Throws std::invalid_argument where the task has no sources, or no examples.
std::vector<LengthBand> length_bands(const Task& task, Index examples, Index most);

/// What is right in each band, in their order; see accuracy(). `goes_on` is asked before each band; those
/// that are not read when it says no count nothing. Throws as count_right().
std::vector<Counts> accuracy_by_length(
    const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
    std::span<const LengthBand> bands, AttentionDevice* device = nullptr,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace attnlab
