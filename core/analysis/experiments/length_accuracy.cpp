// Accuracy by length: sorts held-out examples into bands and counts what is right in each.
#include "core/analysis/experiments/length_accuracy.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

std::string LengthBand::name() const {
  return shortest == longest ? std::to_string(shortest)
                             : std::to_string(shortest) + "–" + std::to_string(longest);
}

std::vector<LengthBand> length_bands(const Task& task, Index examples, Index most) {
  if (task.format() != Format::Pairs)
    throw std::invalid_argument(tr("this task does not have sources whose lengths could be compared"));
  const std::vector<Example> all = task.validation_examples(examples);
  if (all.empty()) throw std::invalid_argument(tr("this task does not have held-out examples"));
  std::vector<Index> lengths;
  for (const Example& example : all)
    lengths.push_back(count_of(task.source_tokenizer().encode(example.source)));
  const auto [least, greatest] = std::ranges::minmax(lengths);
  const Index width = (greatest - least + most) / most;  // of a band, rounded up
  std::vector<LengthBand> bands;
  for (Index shortest = least; shortest <= greatest; shortest += width) {
    const Index longest = std::min(shortest + width - 1, greatest);
    std::vector<Example> inside;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (lengths[i] >= shortest && lengths[i] <= longest) inside.push_back(all[i]);
    if (inside.empty()) continue;
    bands.push_back({shortest, longest, std::make_shared<const std::vector<Example>>(std::move(inside))});
  }
  return bands;
}

std::vector<Counts> accuracy_by_length(const Model& model, std::span<const Real> weights,
                                       const Vocabularies& vocabularies, std::span<const LengthBand> bands,
                                       AttentionDevice* device, const std::function<bool()>& goes_on) {
  std::vector<Counts> counts(bands.size());
  for (std::size_t i = 0; i < bands.size() && goes_on(); ++i)
    counts[i] = count_right(model, weights, vocabularies, *bands[i].examples, device);
  return counts;
}

}  // namespace attnlab
