// BytePairs: learning merges from a corpus, with pair counts that are kept up to date.
#include <algorithm>
#include <queue>

#include "core/text/byte_pairs.h"
#include "core/text/chunks.h"

namespace attnlab {
namespace {

/// A different chunk of the corpus, in tokens.
struct Chunk {
  std::vector<TokenId> tokens;
  Index count = 0;
};

struct Pair {
  Index count = 0;
  std::vector<std::uint32_t> chunks;  ///< where it may occur; some chunks twice, some no longer
};

/// A pair with the count that it had when it was queued.
struct PairCandidate {
  Index count;
  std::uint64_t key;
  bool operator<(const PairCandidate& other) const {
    return count != other.count ? count < other.count : key > other.key;
  }
};

std::vector<Chunk> chunks_of(std::string_view corpus) {
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<Chunk> chunks;
  while (!corpus.empty()) {
    const std::string_view text = next_chunk(corpus);
    const auto [place, is_new] = places.try_emplace(text, chunks.size());
    if (is_new) {
      chunks.emplace_back();
      for (const char byte : text) chunks.back().tokens.push_back(static_cast<unsigned char>(byte));
    }
    ++chunks[place->second].count;
  }
  return chunks;
}

template <typename T>
void sort_unique(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

class MergeTrainer {
 public:
  explicit MergeTrainer(std::string_view corpus) : chunks_(chunks_of(corpus)) {
    for (std::size_t i = 0; i < chunks_.size(); ++i) count_pairs(i, 0);
    for (const auto& [key, pair] : pairs_) queue_.push({pair.count, key});
  }

  /// The pair to merge next; count 0 if no pair occurs twice.
  Merge best() {
    while (!queue_.empty()) {
      const PairCandidate top = queue_.top();
      queue_.pop();
      const Index count = pairs_[top.key].count;
      if (count == top.count)
        return count < 2 ? Merge{}
                         : Merge{static_cast<TokenId>(top.key >> 32), static_cast<TokenId>(top.key), count};
      queue_.push({count, top.key});
    }
    return {};
  }

  void apply(const Merge& merge, TokenId made) {
    std::vector<std::uint32_t> places = std::move(pairs_[pair_key(merge.left, merge.right)].chunks);
    sort_unique(places);
    changed_.clear();
    for (const std::uint32_t i : places) {
      discount_pairs(chunks_[i]);
      merge_pair(chunks_[i].tokens, merge.left, merge.right, made);
      count_pairs(i, made);
    }
    sort_unique(changed_);
    for (const std::uint64_t key : changed_) queue_.push({pairs_[key].count, key});
  }

 private:
  /// Counts the pairs of a chunk, and notes where those stand that have a token of at least `first`.
  void count_pairs(std::size_t place, TokenId first) {
    const Chunk& chunk = chunks_[place];
    for (std::size_t i = 0; i + 1 < chunk.tokens.size(); ++i) {
      const TokenId left = chunk.tokens[i], right = chunk.tokens[i + 1];
      Pair& pair = pairs_[pair_key(left, right)];
      pair.count += chunk.count;
      if (std::max(left, right) < first) continue;
      pair.chunks.push_back(static_cast<std::uint32_t>(place));
      if (first > 0) changed_.push_back(pair_key(left, right));
    }
  }
  void discount_pairs(const Chunk& chunk) {
    for (std::size_t i = 0; i + 1 < chunk.tokens.size(); ++i)
      pairs_[pair_key(chunk.tokens[i], chunk.tokens[i + 1])].count -= chunk.count;
  }

  std::vector<Chunk> chunks_;
  std::unordered_map<std::uint64_t, Pair> pairs_;
  std::priority_queue<PairCandidate> queue_;
  std::vector<std::uint64_t> changed_;
};

}  // namespace

BytePairs BytePairs::train(std::string_view corpus, Index count) {
  BytePairs result;
  MergeTrainer trainer(corpus);
  while (count_of(result.merges_) < count) {
    const Merge merge = trainer.best();
    if (merge.count == 0) break;
    trainer.apply(merge, static_cast<TokenId>(result.size()));
    result.add(merge);
  }
  return result;
}

}  // namespace attnlab
