// Sorts a batch's tokens, and sends all of it.
#include "core/gpu/training/step_batch.h"

#include <numeric>
#include <stdexcept>

#include "core/gpu/training/integers.h"
#include "core/tensor/random.h"

namespace attnlab::gpu {

namespace {

using Numbers = std::vector<std::int32_t>;

Index size_of(const Numbers& numbers) { return count_of(numbers); }

void check(const GptPlan& plan, const Batch& batch) {
  if (batch.input_length > plan.config.context)
    throw std::invalid_argument("the text has " + std::to_string(batch.input_length) +
                                " tokens, but the model's context is " + std::to_string(plan.config.context));
  if (batch.input_length != batch.target_length || batch.size < 1 || batch.input_length < 1)
    throw std::invalid_argument("a step needs one target for each input token");
  const auto limit = static_cast<TokenId>(plan.vocabulary());
  for (const TokenId id : batch.input)
    if (id < 0 || id >= limit)
      throw std::invalid_argument("token ID " + std::to_string(id) + " is outside the vocabulary of " +
                                  std::to_string(limit));
  for (const TokenId id : batch.target)
    if (id >= limit)
      throw std::invalid_argument("target " + std::to_string(id) + " is outside the vocabulary of " +
                                  std::to_string(limit));
}

/// Where the list of each token begins, the end of the last, and the lists of rows.
void add_lists(const Batch& batch, Index vocabulary, Numbers& numbers) {
  const std::size_t first = numbers.size();
  numbers.resize(first + static_cast<std::size_t>(vocabulary + 1), 0);
  for (const TokenId id : batch.input) ++numbers[first + static_cast<std::size_t>(id) + 1];
  numbers[first] = static_cast<std::int32_t>(numbers.size());
  std::partial_sum(numbers.begin() + as_offset(Index(first)), numbers.end(),
                   numbers.begin() + as_offset(Index(first)));
  Numbers next(numbers.begin() + as_offset(Index(first)), numbers.end());
  numbers.resize(numbers.size() + batch.input.size());
  std::int32_t row = 0;
  for (const TokenId id : batch.input) numbers[next[id]++] = row++;
}

void add_keys(const GptPlan& plan, const StepRequest& request, Numbers& numbers) {
  const Index uses = dropouts_before(plan, count_of(plan.blocks));
  for (Index use = 0; use < uses; ++use) {
    for (const StepPiece& piece : request.pieces) {
      const std::uint64_t key = join_keys(piece.dropout_key, static_cast<std::uint64_t>(use));
      for (Index row = 0; row < piece.rows; ++row)
        for (const std::uint64_t number :
             {key & 0xFFFFFFFFu, key >> 32, static_cast<std::uint64_t>(row), std::uint64_t(0)})
          numbers.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(number)));
    }
  }
}

}  // namespace

Index dropouts_before(const GptPlan& plan, Index layer) {
  if (plan.config.dropout <= 0) return 0;
  return 1 + layer * (plan.config.feed_forward > 0 ? 3 : 2);
}

void upload(Device& device, const GptPlan& plan, const StepRequest& request, StepBatch& to) {
  const Batch& batch = request.batch;
  check(plan, batch);
  to.sequences = batch.size;
  to.positions = batch.input_length;
  Numbers& numbers = to.numbers;
  numbers.assign(batch.input.begin(), batch.input.end());
  to.targets = size_of(numbers);
  numbers.insert(numbers.end(), batch.target.begin(), batch.target.end());
  to.lists = size_of(numbers);
  add_lists(batch, plan.vocabulary(), numbers);
  numbers.resize((numbers.size() + 3) / 4 * 4, 0);
  to.keys = size_of(numbers) / 4;
  add_keys(plan, request, numbers);
  if (to.buffer.size() < size_of(numbers)) to.buffer = device.buffer(size_of(numbers));
  device.write(to.buffer, bits_of(numbers));
}

}  // namespace attnlab::gpu
