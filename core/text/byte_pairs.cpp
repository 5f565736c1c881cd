// BytePairs: applying merges.
#include "core/text/byte_pairs.h"

#include <algorithm>
#include <stdexcept>

#include "core/text/chunks.h"

namespace attnlab {

BytePairs::BytePairs() {
  for (int byte = 0; byte < kBytes; ++byte) bytes_.emplace_back(1, static_cast<char>(byte));
}

void BytePairs::add(Merge merge) {
  const auto made = static_cast<TokenId>(size());
  const std::string name = "merge " + std::to_string(merges_.size());
  if (merge.left < 0 || merge.left >= made || merge.right < 0 || merge.right >= made)
    throw std::invalid_argument(name + " joins tokens that are not made before it");
  if (bytes(merge.left).size() + bytes(merge.right).size() > kMaxChunkBytes)
    throw std::invalid_argument(name + " makes a token of more than " + std::to_string(kMaxChunkBytes) +
                                " bytes");
  bytes_.push_back(bytes(merge.left) + bytes(merge.right));
  add(merge, made);
}

void BytePairs::add(Merge merge, TokenId made) {
  const auto number = static_cast<Index>(merges_.size());
  if (!merge_of_.emplace(pair_key(merge.left, merge.right), number).second)
    throw std::invalid_argument("merge " + std::to_string(number) + " joins the tokens of an earlier one");
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
                                  " joins a piece that no merge before it makes");
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

std::optional<Index> BytePairs::next_merge(std::span<const TokenId> tokens, Index merge_count) const {
  const Index end = std::min(merge_count, static_cast<Index>(merges_.size()));
  Index first = end;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto found = merge_of_.find(pair_key(tokens[i], tokens[i + 1]));
    if (found != merge_of_.end()) first = std::min(first, found->second);
  }
  return first == end ? std::nullopt : std::optional<Index>(first);
}

void BytePairs::apply(Index merge, std::vector<TokenId>& tokens) const {
  const Merge& pair = merges_[static_cast<std::size_t>(merge)];
  merge_pair(tokens, pair.left, pair.right, made_by(merge));
}

std::vector<TokenId> BytePairs::encode_chunk(std::string_view chunk, Index merge_count) const {
  std::vector<TokenId> tokens = byte_tokens(chunk);
  while (const auto next = next_merge(tokens, merge_count)) apply(*next, tokens);
  return tokens;
}

void BytePairs::encode(std::string_view text, std::vector<TokenId>& ids, Index merge_count) const {
  std::unordered_map<std::string_view, std::vector<TokenId>> known;  // most chunks of a text come again
  while (!text.empty()) {
    const std::string_view chunk = next_chunk(text, rule_);
    const auto [entry, is_new] = known.try_emplace(chunk);
    if (is_new) entry->second = encode_chunk(chunk, merge_count);
    ids.insert(ids.end(), entry->second.begin(), entry->second.end());
  }
}

}  // namespace attnlab
