// BytePairs: byte-level byte-pair encoding, with its merges in the order in which they were learned.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tensor/real.h"
#include "core/text/chunks.h"

namespace attnlab {

/// Adjacent tokens `left` and `right` become a new token.
struct Merge {
  TokenId left = 0, right = 0;
  Index count = 0;  ///< how often they were adjacent in the corpus when they were merged; 0: unknown
};

/// Byte-pair encoding (Sennrich et al. 2016) of bytes (Radford et al. 2019). Tokens 0 to 255 are the bytes,
/// the others are what merges make, so any text has tokens and comes back exactly. Merges do not cross the
/// ends of chunks, as next_chunk() cuts them. Immutable after construction.
class BytePairs {
 public:
  static constexpr TokenId kBytes = 256;
  static constexpr Index kAllMerges = std::numeric_limits<Index>::max();

  /// At most `count` merges, each the most frequent pair of its moment; of equally frequent ones the one
  /// whose tokens are older (left, then right). Ends early where no pair occurs twice.
  static BytePairs train(std::string_view corpus, Index count);
  /// Throws std::invalid_argument for a merge of tokens that are not there yet, that is there twice or that
  /// makes a token longer than kMaxChunkBytes.
  static BytePairs from_merges(std::vector<Merge> merges);

  /// Merges of pieces of bytes, as other programs write them. Where two merges make the same bytes, these are
  /// one token. Throws std::invalid_argument for a piece that no earlier merge makes, and for a pair that is
  /// there twice.
  struct PieceMerge {
    std::string left, right;
  };
  static BytePairs from_pieces(std::span<const PieceMerge> merges, ChunkRule rule);

  Index size() const { return count_of(bytes_); }
  ChunkRule rule() const { return rule_; }
  const std::vector<Merge>& merges() const { return merges_; }
  /// The token that merge number `merge` makes.
  TokenId made_by(Index merge) const { return products_[static_cast<std::size_t>(merge)]; }
  /// What token `id` stands for.
  const std::string& bytes(TokenId id) const { return bytes_[static_cast<std::size_t>(id)]; }

  /// Appends the tokens of `text` to `ids`, made with the first `merge_count` merges only.
  void encode(std::string_view text, std::vector<TokenId>& ids, Index merge_count = kAllMerges) const;

  /// The merge that joins two tokens, if there is one.
  std::optional<Index> merge_of(TokenId left, TokenId right) const;
  /// The merge that is applied next to the tokens of a chunk: of the merges of pairs that stand side by side,
  /// the one that was learned first. Nothing where none of the first `merge_count` joins anything.
  std::optional<Index> next_merge(std::span<const TokenId> tokens, Index merge_count = kAllMerges) const;
  /// Applies merge number `merge` wherever its pair stands, from the left.
  void apply(Index merge, std::vector<TokenId>& tokens) const;

 private:
  BytePairs();
  void add(Merge merge);
  void add(Merge merge, TokenId made);
  std::vector<TokenId> encode_chunk(std::string_view chunk, Index merge_count) const;

  ChunkRule rule_ = ChunkRule::Runs;
  std::vector<Merge> merges_;
  std::vector<TokenId> products_;  ///< of the merges
  std::vector<std::string> bytes_;
  std::unordered_map<std::uint64_t, Index> merge_of_;  ///< by pair
};

/// The bytes of `text`, each a token.
std::vector<TokenId> byte_tokens(std::string_view text);

/// A pair of tokens as one number, which sorts as (left, right).
constexpr std::uint64_t pair_key(TokenId left, TokenId right) {
  return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
}

/// Replaces `left`, `right` by `made` wherever they stand side by side in `tokens`, from the left.
void merge_pair(std::vector<TokenId>& tokens, TokenId left, TokenId right, TokenId made);

}  // namespace attnlab
