// Merge steps: applying merges one at a time.
#include "core/text/merge_steps.h"

#include <algorithm>
#include <set>

#include "core/text/chunks.h"

namespace attnlab {

std::vector<MergeStep> merge_steps(const BytePairs& pairs, std::string_view chunk) {
  std::vector<MergeStep> steps{{-1, byte_tokens(chunk), 0}};
  while (const auto next = pairs.next_merge(steps.back().tokens)) {
    MergeStep step{*next, steps.back().tokens, 0};
    pairs.apply(*next, step.tokens);
    step.joined = static_cast<Index>(steps.back().tokens.size() - step.tokens.size());
    steps.push_back(std::move(step));
  }
  return steps;
}

std::size_t step_with(std::span<const MergeStep> steps, Index merge_count) {
  const auto later = std::ranges::find_if(steps, [=](const MergeStep& s) { return s.merge >= merge_count; });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - steps.begin() - 1, 0));
}

std::vector<Index> merges_in(const BytePairs& pairs, std::string_view text) {
  std::set<Index> merges;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    const std::string_view chunk = next_chunk(text, pairs.rule());
    if (!seen.insert(chunk).second) continue;
    std::vector<TokenId> tokens = byte_tokens(chunk);
    for (auto next = pairs.next_merge(tokens); next; next = pairs.next_merge(tokens)) {
      merges.insert(*next);
      pairs.apply(*next, tokens);
    }
  }
  return {merges.begin(), merges.end()};
}

std::string_view chunk_at(std::string_view text, std::size_t offset, ChunkRule rule) {
  for (std::size_t begin = 0; !text.empty();) {
    const std::string_view chunk = next_chunk(text, rule);
    begin += chunk.size();
    if (offset < begin) return chunk;
  }
  return {};
}

}  // namespace attnlab
