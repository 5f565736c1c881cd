// Evaluation: the most probable tokens of held-out examples against the right ones.
#include "core/training/evaluate.h"

#include <algorithm>
#include <stdexcept>

#include "core/data/digits.h"
#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

constexpr std::size_t kEvaluatedTogether = 64;

Counts count(const Model& model, std::span<const Real> weights, const Batch& batch, AttentionDevice* device) {
  Tape tape(Mode::Infer);
  tape.use_device(device);
  tape.bind(model.parameters(), weights.data(), nullptr);
  return count_right(format_of(model.config()), model.logits(tape, batch), batch);
}

Accuracy shares_of(const Counts& counts, Index examples) {
  if (counts.rows < examples) throw std::invalid_argument("an example does not contain anything to predict");
  return counts.shares();
}

/// Whether `at` is the first of the largest of `size` numbers; false where one of them is NaN.
bool is_first_largest(const Real* numbers, Index size, TokenId at) {
  const Real largest = numbers[at];
  return std::all_of(numbers, numbers + at, [&](Real other) { return other < largest; }) &&
         std::all_of(numbers + at, numbers + size, [&](Real other) { return other <= largest; });
}

void check_lengths(std::span<const Example> examples, const Batch& batch, Index context) {
  const Index most = std::max(batch.source_length, batch.input_length);
  if (most <= context) return;
  const Example& shown = *std::ranges::max_element(examples, {}, [](const Example& example) {
    return std::max(example.source.size(), example.target.size());
  });
  throw std::invalid_argument("the example \"" + shown.source + "\" → \"" + shown.target + "\" has " +
                              std::to_string(most) + " tokens, but the model's context is " +
                              std::to_string(context));
}

}  // namespace

void Counts::add(const Counts& other) {
  rows += other.rows;
  right_rows += other.right_rows;
  tokens += other.tokens;
  right_tokens += other.right_tokens;
}

void SummedLoss::add(const SummedLoss& other) {
  sum += other.sum;
  counts.add(other.counts);
}

SummedLoss summed_loss(const Model& model, std::span<const Real> weights, const Batch& batch,
                       AttentionDevice* device) {
  Tape tape(Mode::Infer);
  tape.use_device(device);
  tape.bind(model.parameters(), weights.data(), nullptr);
  const Model::Loss loss = model.losses(tape, batch, 0, 1);
  return {double(*loss.cross_entropy.data()), count_right(format_of(model.config()), loss.logits, batch)};
}

Accuracy Counts::shares() const {
  const auto share = [](Index part, Index all) { return double(part) / double(all); };
  return {share(right_rows, rows), share(right_tokens, tokens)};
}

Counts count_right(Format format, Variable logits, const Batch& batch) {
  const bool numbers = format == Format::Numbers, one_score = numbers || format == Format::WordContext;
  const Index v = one_score ? 1 : logits.shape()[2];
  const auto is_right = [&](const Real* row, TokenId wanted) {
    if (numbers) return nearest_digit(*row) == wanted;
    return one_score ? (*row > 0) == wanted : is_first_largest(row, v, wanted);
  };
  Counts counts;
  const Real* row = logits.data();
  for (Index b = 0; b < batch.size; ++b) {
    Index tokens = 0, right = 0;
    for (Index t = 0; t < batch.target_length; ++t, row += v) {
      const TokenId wanted = batch.target[b * batch.target_length + t];
      if (wanted == kIgnoredTarget) continue;
      ++tokens;
      right += is_right(row, wanted);
    }
    if (tokens > 0) counts.add({1, right == tokens, tokens, right});
  }
  return counts;
}

Accuracy accuracy(const Model& model, std::span<const Real> weights, const Batch& batch) {
  return shares_of(count(model, weights, batch, nullptr), batch.size);
}

Counts count_right(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                   std::span<const Example> examples, AttentionDevice* device) {
  Counts counts;
  for (std::size_t begin = 0; begin < examples.size(); begin += kEvaluatedTogether) {
    const auto part = examples.subspan(begin, std::min(kEvaluatedTogether, examples.size() - begin));
    const Batch batch = encode_examples(format_of(model.config()), vocabularies, part);
    check_lengths(part, batch, model.config().context);
    counts.add(count(model, weights, batch, device));
  }
  return counts;
}

Accuracy accuracy(const Model& model, std::span<const Real> weights, const Vocabularies& vocabularies,
                  std::span<const Example> examples, AttentionDevice* device) {
  if (examples.empty()) throw std::invalid_argument("the list of examples is empty");
  return shares_of(count_right(model, weights, vocabularies, examples, device), count_of(examples));
}

}  // namespace attnlab
