// BytePairs: applying merges.
#include "core/text/byte_pairs.h"

#include <algorithm>
#include <queue>
#include <stdexcept>

#include "core/text/chunks.h"

namespace attnlab {
namespace {

/// The tokens of a chunk, from which pairs are taken in the order of their merges: all places of the first
/// merge from the left, then those of the first that is possible now, and so on.
class ChunkMerger {
 public:
  ChunkMerger(const BytePairs& pairs, std::string_view chunk, Index merge_count)
      : pairs_(pairs),
        tokens_(byte_tokens(chunk)),
        end_(merge_count),
        next_(tokens_.size()),
        last_(tokens_.size()) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      next_[i] = i + 1;
      last_[i] = i == 0 ? kNone : i - 1;
      consider(i);
    }
  }

  std::vector<TokenId> merged() && {
    while (!places_.empty()) merge_all_of(places_.top().merge);
    std::erase(tokens_, kGone);
    return std::move(tokens_);
  }

 private:
  static constexpr TokenId kGone = -1;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Place {
    Index merge;
    std::size_t left;
    bool operator>(const Place& other) const {
      return merge != other.merge ? merge > other.merge : left > other.left;
    }
  };

  std::optional<Index> merge_at(std::size_t left) const {
    if (left == kNone || tokens_[left] == kGone || next_[left] >= tokens_.size()) return {};
    return pairs_.merge_of(tokens_[left], tokens_[next_[left]]);
  }
  void consider(std::size_t left) {
    if (const auto merge = merge_at(left); merge && *merge < end_) places_.push({*merge, left});
  }
  void merge_all_of(Index merge) {
    made_at_.clear();
    for (; !places_.empty() && places_.top().merge == merge; places_.pop()) {
      const std::size_t left = places_.top().left;
      if (merge_at(left) != merge) continue;  // of other tokens by now
      const std::size_t right = next_[left];
      tokens_[left] = pairs_.made_by(merge);
      tokens_[right] = kGone;
      next_[left] = next_[right];
      if (next_[left] < tokens_.size()) last_[next_[left]] = left;
      made_at_.push_back(left);
    }
    for (const std::size_t place : made_at_) {
      consider(last_[place]);
      consider(place);
    }
  }

  const BytePairs& pairs_;
  std::vector<TokenId> tokens_;
  Index end_;
  std::vector<std::size_t> next_, last_, made_at_;
  std::priority_queue<Place, std::vector<Place>, std::greater<>> places_;
};

}  // namespace

BytePairs::BytePairs() {
  for (int byte = 0; byte < kBytes; ++byte) bytes_.emplace_back(1, static_cast<char>(byte));
}

void BytePairs::add(Merge merge) {
  const auto made = static_cast<TokenId>(size());
  const std::string name = "merge " + std::to_string(merges_.size());
  if (merge.left < 0 || merge.left >= made || merge.right < 0 || merge.right >= made)
    throw std::invalid_argument(name + " uses a token that no earlier merge creates");
  if (bytes(merge.left).size() + bytes(merge.right).size() > kMaxChunkBytes)
    throw std::invalid_argument(name + " creates a token of more than " + std::to_string(kMaxChunkBytes) +
                                " bytes");
  bytes_.push_back(bytes(merge.left) + bytes(merge.right));
  add(merge, made);
}

void BytePairs::add(Merge merge, TokenId made) {
  const auto number = count_of(merges_);
  if (!merge_of_.emplace(pair_key(merge.left, merge.right), number).second)
    throw std::invalid_argument("merge " + std::to_string(number) + " repeats the pair of an earlier merge");
  merges_.push_back(merge);
  products_.push_back(made);
}

BytePairs BytePairs::from_merges(std::vector<Merge> merges) {
  BytePairs pairs;
  for (const Merge& merge : merges) pairs.add(merge);
  return pairs;
}

BytePairs BytePairs::from_pieces(std::span<const PieceMerge> merges, ChunkRule rule) {
  BytePairs pairs;
  pairs.rule_ = rule;
  std::unordered_map<std::string, TokenId> tokens;
  for (TokenId byte = 0; byte < kBytes; ++byte) tokens[pairs.bytes(byte)] = byte;
  const auto token_of = [&](const std::string& piece) {
    const auto found = tokens.find(piece);
    if (found == tokens.end())
      throw std::invalid_argument("merge " + std::to_string(pairs.merges_.size()) +
                                  " uses a piece that no earlier merge creates");
    return found->second;
  };
  for (const PieceMerge& merge : merges) {
    const TokenId left = token_of(merge.left), right = token_of(merge.right);
    const auto [made, is_new] =
        tokens.try_emplace(merge.left + merge.right, static_cast<TokenId>(pairs.size()));
    if (is_new) pairs.bytes_.push_back(made->first);
    pairs.add({left, right, 0}, made->second);
  }
  return pairs;
}

void merge_pair(std::vector<TokenId>& tokens, TokenId left, TokenId right, TokenId made) {
  auto to = tokens.begin();
  for (auto from = tokens.begin(); from != tokens.end(); ++from) {
    const bool both = *from == left && from + 1 != tokens.end() && *(from + 1) == right;
    *to++ = both ? made : *from;
    if (both) ++from;
  }
  tokens.erase(to, tokens.end());
}

std::vector<TokenId> byte_tokens(std::string_view text) {
  std::vector<TokenId> tokens;
  for (const char byte : text) tokens.push_back(static_cast<unsigned char>(byte));
  return tokens;
}

std::optional<Index> BytePairs::merge_of(TokenId left, TokenId right) const {
  const auto found = merge_of_.find(pair_key(left, right));
  return found == merge_of_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Index> BytePairs::next_merge(std::span<const TokenId> tokens, Index merge_count) const {
  const Index end = std::min(merge_count, count_of(merges_));
  Index first = end;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (const auto found = merge_of(tokens[i], tokens[i + 1])) first = std::min(first, *found);
  }
  return first == end ? std::nullopt : std::optional<Index>(first);
}

void BytePairs::apply(Index merge, std::vector<TokenId>& tokens) const {
  const Merge& pair = merges_[merge];
  merge_pair(tokens, pair.left, pair.right, made_by(merge));
}

std::vector<TokenId> BytePairs::encode_chunk(std::string_view chunk, Index merge_count) const {
  return ChunkMerger(*this, chunk, merge_count).merged();
}

void BytePairs::encode(std::string_view text, std::vector<TokenId>& ids, Index merge_count) const {
  std::unordered_map<std::string_view, std::vector<TokenId>> known;  // most chunks of a text repeat
  while (!text.empty()) {
    const std::string_view chunk = next_chunk(text, rule_);
    const auto [entry, is_new] = known.try_emplace(chunk);
    if (is_new) entry->second = encode_chunk(chunk, merge_count);
    ids.insert(ids.end(), entry->second.begin(), entry->second.end());
  }
}

}  // namespace attnlab
