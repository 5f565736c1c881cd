// Tokenizer: text to token ids and back.
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// The id of a piece of text for which a vocabulary without <unk> has no entry. Its embedding is zero.
inline constexpr TokenId kUnknownId = -1;

/// One token of an encoded text, as people see it.
struct Piece {
  TokenId id = kUnknownId;
  std::string text;   ///< the bytes of the input that it stands for (or the special token's name)
  bool known = true;  ///< false: not in the vocabulary (id is <unk>'s, or kUnknownId where there is none)
};

/// How text is cut into tokens.
enum class TokenLevel { Characters, Words };

/// A fixed vocabulary and the rule that cuts text into its entries.
/// Immutable after construction, so it may be read from every thread.
class Tokenizer {
 public:
  Tokenizer() { ascii_.fill(kUnknownId); }

  /// Vocabulary from `corpus`: its distinct characters (Unicode code points, sorted) or words
  /// (cut as in core/text/words.h; most frequent first, equally frequent ones sorted, at most `max_words`).
  /// With `special_tokens`, ids 0 to 3 are <pad>, <sos>, <eos>, <unk>. Bytes that are not UTF-8 get no entry.
  static Tokenizer from_corpus(std::string_view corpus, TokenLevel level, bool special_tokens,
                               std::size_t max_words = 20000);
  /// Vocabulary given outright, in id order after the special tokens. Throws std::invalid_argument that names
  /// the entry for one that is not a single character (or word) of UTF-8 or is given twice.
  static Tokenizer from_vocabulary(std::vector<std::string> entries, TokenLevel level, bool special_tokens);

  Index size() const { return static_cast<Index>(entries_.size()); }
  TokenLevel level() const { return level_; }
  bool has_special_tokens() const { return special_; }
  TokenId pad() const { return special_ ? 0 : kUnknownId; }
  TokenId sos() const { return special_ ? 1 : kUnknownId; }
  TokenId eos() const { return special_ ? 2 : kUnknownId; }
  TokenId unknown() const { return special_ ? 3 : kUnknownId; }
  /// What stands for a hidden token; no id in a vocabulary without <mask>.
  TokenId mask() const { return kUnknownId - 1; }

  /// Pieces of `text`, unknown ones marked, none dropped (word level skips white space between words).
  /// Bytes that are not UTF-8 each become one unknown piece. A word without an entry stands for its lower
  /// case where that has one, so that "The" is known to a vocabulary of lower-case words.
  std::vector<Piece> pieces(std::string_view text) const;
  /// The ids of `pieces(text)`, without their texts.
  std::vector<TokenId> encode(std::string_view text) const;
  /// Text of `ids`; <pad>, <sos> and <eos> left out, an unknown one shown as "<unk>" or "<?>".
  /// Characters of the vocabulary round-trip exactly; words are joined with single spaces, none before
  /// punctuation.
  std::string decode(std::span<const TokenId> ids) const;
  /// The entry of one id: its text, "<eos>", or "<?>" for an id outside the vocabulary.
  const std::string& entry(TokenId id) const;

  /// {"level": "characters", "special_tokens": true, "entries": [...]}; entries without the special ones.
  nlohmann::json to_json() const;
  /// Throws std::runtime_error that says what is wrong where `json` is not such an object.
  static Tokenizer from_json(const nlohmann::json& json);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  Tokenizer(std::vector<std::string> entries, TokenLevel level, bool special_tokens);
  void add_entry(std::string entry);
  /// Id of one piece, unknown() where the vocabulary has none.
  TokenId find(std::string_view piece) const;
  TokenId find_entry(std::string_view piece) const;

  TokenLevel level_ = TokenLevel::Characters;
  bool special_ = false;
  std::vector<std::string> entries_;
  std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> ids_;
  std::array<TokenId, 128> ascii_{};  ///< ids of single ASCII characters, so that large corpora encode fast
};

}  // namespace attnlab
