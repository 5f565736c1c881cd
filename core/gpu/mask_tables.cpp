// Ranges of keys, query by query and block by block.
#include "core/gpu/mask_tables.h"

#include <algorithm>

#include "core/gpu/attention_call.h"

namespace attnlab::gpu {

namespace {

void append(std::vector<float>& numbers, const KeyRange& range) {
  numbers.push_back(float(range.first));
  numbers.push_back(float(range.end));
}

void append(std::vector<float>& numbers, const KeyRanges& ranges) {
  for (const KeyRange& range : ranges) append(numbers, range);
  for (std::size_t i = ranges.size(); i < KeyRanges::kMost; ++i) append(numbers, KeyRange());
}

/// Calls work(first, last) for each block of queries.
template <typename Work>
void each_block(const Attention& how, Index block, Work work) {
  for (Index first = 0; first < how.queries; first += block)
    work(first, std::min(first + block, how.queries) - 1);
}

AttentionMask without_padding(AttentionMask mask) {
  mask.key_lengths = {};
  return mask;
}

}  // namespace

MaskTables mask_tables(const Attention& how, Index block) {
  MaskTables tables;
  if (!how.mask.hides()) return tables;
  const bool shared = how.mask.key_lengths.empty();
  for (Index b = 0; b < (shared ? std::min<Index>(how.batch, 1) : how.batch); ++b) {
    for (Index q = 0; q < how.queries; ++q) append(tables.queries, how.mask.seen(b, q, how.keys));
    each_block(how, block, [&](Index first, Index last) {
      append(tables.blocks, how.mask.seen_by_some(b, first, last, how.keys));
      append(tables.blocks, how.mask.seen_by_all(b, first, last, how.keys));
    });
  }
  if (shared) return tables;
  tables.query_stride = 4 * how.queries;
  tables.block_stride = 6 * blocks_of(how.queries, block);
  return tables;
}

MaskTables mask_tables(const Attention& how, Index block, std::span<const KeyRanges> seen) {
  MaskTables tables;
  each_block(how, block, [&](Index first, Index last) {
    const KeyRanges& keys = seen[first / block];
    for (Index q = first; q <= last; ++q) append(tables.queries, keys);
    append(tables.blocks, keys);
    append(tables.blocks, KeyRange());
  });
  return tables;
}

Index blocks_met(const KeyRanges& keys, Index block) {
  Index count = 0, next = 0;
  for (const KeyRange& range : keys) {
    const Index end = blocks_of(range.end, block);
    count += end - std::max(next, range.first / block);
    next = end;
  }
  return count;
}

Index most_key_blocks(const Attention& how, Index query_block, Index key_block) {
  const AttentionMask mask = without_padding(how.mask);
  Index most = 0;
  each_block(how, query_block, [&](Index first, Index last) {
    most = std::max(most, blocks_met(mask.seen_by_some(0, first, last, how.keys), key_block));
  });
  return most;
}

Index most_query_blocks(const Attention& how, Index query_block, Index key_block) {
  const AttentionMask mask = without_padding(how.mask);
  std::vector<Index> counts(blocks_of(how.keys, key_block), 0);
  each_block(how, query_block, [&](Index first, Index last) {
    Index next = 0;
    for (const KeyRange& range : mask.seen_by_some(0, first, last, how.keys))
      for (next = std::max(next, range.first / key_block); next < blocks_of(range.end, key_block); ++next)
        ++counts[next];
  });
  return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

}  // namespace attnlab::gpu
