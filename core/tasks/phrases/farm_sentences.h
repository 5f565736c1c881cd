// Farm sentences: texts in which most words can be inferred from the others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tasks/base/task.h"

namespace attnlab::phrases {

/// Sentences of names, animals, their young, homes, sounds and colors. What is said twice (a name, a color)
/// or goes together (an animal and its home) can be inferred when one part is hidden. Different, always in
/// the same order.
const std::vector<std::string>& farm_sentences();

/// The share of hidden words of `examples` (of Format::Masked, over farm sentences) that the best possible
/// reader finds: one that knows all sentences, and takes the most frequent word of those that fit the visible
/// words. Throws std::invalid_argument for a text that no sentence fits.
double best_possible_accuracy(std::span<const Example> examples);

}  // namespace attnlab::phrases
