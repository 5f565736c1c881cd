// PairTask: batches padded to their longest row.
#include "core/tasks/pair_task.h"

#include <algorithm>

namespace attnlab {
namespace {

Index length_of(std::span<const TokenId> tokens) { return static_cast<Index>(tokens.size()); }

/// Start of row `row` in a row-major buffer of `width` columns.
std::vector<TokenId>::iterator row_begin(std::vector<TokenId>& cells, Index row, Index width) {
  return cells.begin() + row * width;
}

}  // namespace

void resize_padded(Batch& batch, Index rows, Index source_length, Index target_length,
                   const Tokenizer& source, const Tokenizer& target) {
  batch.resize(rows, source_length, target_length);
  std::ranges::fill(batch.source, source.pad());
  std::ranges::fill(batch.input, target.pad());
  std::ranges::fill(batch.target, kIgnoredTarget);
}

void write_pair(Batch& batch, Index row, TokenPair pair, const Tokenizer& source, const Tokenizer& target) {
  *std::ranges::copy(pair.source, row_begin(batch.source, row, batch.source_length)).out = source.eos();
  const auto input = row_begin(batch.input, row, batch.target_length);
  *input = target.sos();
  std::ranges::copy(pair.target, input + 1);
  *std::ranges::copy(pair.target, row_begin(batch.target, row, batch.target_length)).out = target.eos();
  batch.source_lengths[static_cast<std::size_t>(row)] = length_of(pair.source) + 1;
  batch.input_lengths[static_cast<std::size_t>(row)] = length_of(pair.target) + 1;
}

void PairTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  Room room;
  RandomStream preview = random;  // the same draws, first for their lengths
  Index source_length = 0, target_length = 0;
  for (Index row = 0; row < count; ++row) {
    const TokenPair pair = draw(split, preview, room);
    source_length = std::max(source_length, length_of(pair.source) + 1);
    target_length = std::max(target_length, length_of(pair.target) + 1);
  }
  resize_padded(batch, count, source_length, target_length, source_tokenizer(), target_tokenizer());
  for (Index row = 0; row < count; ++row)
    write_pair(batch, row, draw(split, random, room), source_tokenizer(), target_tokenizer());
}

}  // namespace attnlab
