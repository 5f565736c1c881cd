// Merge steps: how byte pairs grow together in one text, merge by merge.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/text/byte_pairs.h"

namespace attnlab {

/// A chunk after one more merge.
struct MergeStep {
  Index merge = -1;             ///< number of the merge, its rank; −1: the bytes before any merge
  std::vector<TokenId> tokens;  ///< of `pairs`, after the merge
  Index joined = 0;             ///< how many pairs the merge joined
};

/// The bytes of `chunk` (see next_chunk()), and what each merge that joins some of it makes, in the order in
/// which the merges are applied: that in which they were learned.
std::vector<MergeStep> merge_steps(const BytePairs& pairs, std::string_view chunk);

/// Index of the step that shows the chunk with the first `merge_count` merges.
std::size_t step_with(std::span<const MergeStep> steps, Index merge_count);

/// The numbers of all merges that join something in `text`, in the order learned.
std::vector<Index> merges_in(const BytePairs& pairs, std::string_view text);

/// The chunk of `text`, cut by `rule`, that byte `offset` is in; empty where the text ends before it.
std::string_view chunk_at(std::string_view text, std::size_t offset, ChunkRule rule = ChunkRule::Runs);

}  // namespace attnlab
