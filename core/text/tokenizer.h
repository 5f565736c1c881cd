// Tokenizer: text to token ids and back.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tensor/real.h"
#include "core/text/byte_pairs.h"
#include "core/text/pair_vocabulary.h"
#include "core/text/token_level.h"
#include "core/text/token_pipeline.h"

namespace attnlab {

/// The id of a piece of text for which a vocabulary without <unk> has no entry. Its embedding is zero.
inline constexpr TokenId kUnknownId = -1;

/// One token of an encoded text, as people see it.
struct Piece {
  TokenId id = kUnknownId;
  std::string text;       ///< the bytes of the input that it stands for (or the special token's name)
  bool known = true;      ///< false: not in the vocabulary (id is <unk>'s, or kUnknownId where there is none)
  std::size_t begin = 0;  ///< offset of its first byte in the input
};

/// Which special tokens a vocabulary begins with.
struct SpecialTokens {
  bool framing = false;  ///< <pad> <sos> <eos> <unk>
  bool mask = false;     ///< <mask>, behind those
};

/// The ids of tokens that have a role; no id where there is none.
struct TokenRoles {
  TokenId pad = kUnknownId, sos = kUnknownId, eos = kUnknownId, unknown = kUnknownId, mask = kUnknownId - 1;
};

inline constexpr SpecialTokens kNoSpecialTokens{}, kFramingTokens{.framing = true},
    kFramingAndMask{.framing = true, .mask = true};

/// A fixed vocabulary and the rule that cuts text into its entries.
/// Immutable after construction, so it may be read from every thread.
class Tokenizer {
 public:
  Tokenizer() { ascii_.fill(kUnknownId); }

  /// Vocabulary from `corpus`: its distinct characters (sorted), its words (or labels; most frequent first,
  /// equally frequent ones sorted, at most `limit`), all bytes, or all bytes and at most `limit` merges. With
  /// `special` framing tokens, ids 0 to 3 are <pad>, <sos>, <eos>, <unk>. Bytes that are not UTF-8 get no
  /// entry, but by bytes and byte pairs.
  static Tokenizer from_corpus(std::string_view corpus, TokenLevel level, SpecialTokens special,
                               std::size_t limit = 20000);
  /// Vocabulary given outright, in id order after the special tokens. Throws std::invalid_argument that names
  /// the entry for one that is not a single character (word, label) of UTF-8 or is given twice, and for bytes
  /// and byte pairs.
  static Tokenizer from_vocabulary(std::vector<std::string> entries, TokenLevel level, SpecialTokens special);
  /// Vocabulary of all bytes and what `pairs` makes of them.
  static Tokenizer from_byte_pairs(BytePairs pairs, SpecialTokens special);
  /// Byte pairs with the ids of a file, without special tokens.
  static Tokenizer from_pair_vocabulary(PairVocabulary vocabulary);
  /// The tokenizer of another program. Its unknown token is the pipeline's.
  static Tokenizer from_pipeline(std::shared_ptr<const TokenPipeline> pipeline, TokenRoles roles);
  /// Vocabulary of all bytes.
  static Tokenizer of_bytes(SpecialTokens special);

  Index size() const { return count_of(entries_); }
  TokenLevel level() const { return level_; }
  SpecialTokens special() const { return special_; }
  bool has_special_tokens() const { return special_.framing; }
  bool has_mask() const { return special_.mask; }
  /// The id of the first entry behind the special tokens.
  TokenId first_entry() const { return (special_.framing ? 4 : 0) + (special_.mask ? 1 : 0); }
  const TokenRoles& roles() const { return roles_; }
  /// The same with other tokens for these roles; what is unknown stays so.
  Tokenizer with_roles(TokenRoles roles) const;
  /// The same, whose texts end with any of `ends` and with no other token.
  Tokenizer with_ends(std::vector<TokenId> ends) const;
  /// The same, of a model that is meant to begin each answer with `first`.
  Tokenizer with_first(TokenId first) const;
  /// The token that answers should begin with; kUnknownId: whatever the model predicts.
  TokenId first() const { return first_; }
  /// The tokens that end a generated text: those that were given, or else eos(); empty: none does.
  std::vector<TokenId> ends() const;
  TokenId pad() const { return roles_.pad; }
  TokenId sos() const { return roles_.sos; }
  TokenId eos() const { return roles_.eos; }
  TokenId unknown() const { return roles_.unknown; }
  /// What stands for a hidden token, and is written "<mask>" in a text (of a pipeline, as its entry is); no
  /// id in a vocabulary without it.
  TokenId mask() const { return roles_.mask; }

  /// Pieces of `text`, unknown ones marked, none dropped but the white space between words and labels. Bytes
  /// that are not UTF-8 each become one unknown piece. A word without an entry stands for its lower case
  /// where that has one, so that "The" is known to a vocabulary of lower-case words. "<mask>" is one piece
  /// where the vocabulary has it; other special tokens cannot be typed. Byte pairs: made with the first
  /// `merge_count` merges only.
  std::vector<Piece> pieces(std::string_view text, Index merge_count = BytePairs::kAllMerges) const;
  /// The ids of `pieces(text)`, without their texts.
  std::vector<TokenId> encode(std::string_view text) const;
  /// What the tokenizer of another program puts around a whole text; nothing around others'.
  const TokenFrame& frame() const;
  /// Text of `ids`; <pad>, <sos> and <eos> left out, an unknown one shown as "<unk>" or "<?>". A pipeline's
  /// as its decoder makes it.
  /// Characters of the vocabulary and byte pairs round-trip exactly; words are joined with single spaces,
  /// none before punctuation; labels with single spaces.
  std::string decode(std::span<const TokenId> ids) const;
  /// The text that `pieces` were cut of: as typed, where pieces are whole characters or words, else decode().
  /// Without <pad>, <sos> and <eos>.
  std::string text_of(std::span<const Piece> pieces) const;
  /// The entry of one id: its text, "<eos>", or "<?>" for an id outside the vocabulary. Bytes that are
  /// no whole character are shown as "<0xE2>".
  const std::string& entry(TokenId id) const;

  /// The byte pairs (at level Bytes without merges), or nullptr where tokens are not made of bytes.
  const BytePairs* byte_pairs() const { return byte_pairs_.get(); }
  /// The id of a token of the byte pairs; kUnknownId for a byte that a file's vocabulary lacks.
  TokenId id_of_pair(TokenId token) const { return named_ ? named_->id_of(token) : first_entry() + token; }
  /// The ids of a file, or nullptr where ids are those of byte_pairs() behind the special tokens.
  const PairVocabulary* pair_vocabulary() const { return named_.get(); }
  /// The stages of another program's tokenizer, or nullptr.
  const TokenPipeline* pipeline() const { return pipeline_.get(); }

  /// {"level": "characters", "special_tokens": true, "entries": [...]}; entries without the special ones.
  /// "mask": true where there is one. Byte pairs have "merges": [[left, right, count], …] for entries, where
  /// count 0 is not known; bytes have neither. Ids of a file are as in to_json(PairVocabulary). A pipeline
  /// has "file": {…}, as a tokenizer.json, "size" and "roles": {"eos": 2, …}. "ends": [0, 7] and "first": 0
  /// where they were given.
  nlohmann::json to_json() const;
  /// Throws std::runtime_error that says what is wrong where `json` is not such an object.
  static Tokenizer from_json(const nlohmann::json& json);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  static Tokenizer without_ends(const nlohmann::json& json);
  Tokenizer(TokenLevel level, SpecialTokens special);
  Tokenizer(std::vector<std::string> entries, TokenLevel level, SpecialTokens special);
  void add_entry(std::string entry);
  void take_byte_pairs(BytePairs pairs);
  /// The text at the front-most place of `text` that is a token by itself, "<mask>" among them; its place.
  struct WholeToken {
    TokenId id;
    std::size_t at, size;
  };
  WholeToken next_whole_token(std::string_view text) const;
  /// Id of one piece, unknown() where the vocabulary has none.
  TokenId find(std::string_view piece) const;
  TokenId find_entry(std::string_view piece) const;
  template <typename Visit>
  void visit(std::string_view text, Index merge_count, const Visit& visit) const;
  template <typename Visit>
  void visit_between(std::string_view text, Index merge_count, const Visit& visit) const;
  std::string decode_byte_pairs(std::span<const TokenId> ids) const;
  bool is_frame(TokenId id) const;

  TokenLevel level_ = TokenLevel::Characters;
  SpecialTokens special_;
  TokenRoles roles_;
  std::optional<std::vector<TokenId>> ends_;  ///< where they were given
  TokenId first_ = kUnknownId;
  std::vector<std::string> entries_;
  std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> ids_;
  std::array<TokenId, 128> ascii_{};  ///< ids of single ASCII characters, so that large corpora encode fast
  std::shared_ptr<const BytePairs> byte_pairs_;
  std::shared_ptr<const PairVocabulary> named_;
  std::shared_ptr<const TokenPipeline> pipeline_;
};

}  // namespace attnlab
