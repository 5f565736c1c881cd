// TokenPipeline: a tokenizer of another program, with any stages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/real.h"
#include "core/text/byte_pairs.h"

namespace attnlab {

/// The tokens that a tokenizer puts around a text.
struct TokenFrame {
  std::vector<TokenId> before, after;
};

/// Finds added tokens, normalizes what is between them, cuts that into words, cuts each word into entries of
/// a vocabulary; and back. Immutable after construction. StagedPipeline makes them of stages.
class TokenPipeline {
 public:
  virtual ~TokenPipeline() = default;

  /// One token of a text, and the bytes of the text that it stands for: none for a space that was put in
  /// front; all of a character's for each of the tokens that normalization makes of it.
  struct Cut {
    TokenId id;  ///< kUnknownId where the vocabulary has nothing, not even an unknown token
    bool known;  ///< false: the unknown token stands for it
    std::size_t begin, size;
  };
  /// Without the frame. Throws std::runtime_error if a pattern takes far too long.
  virtual std::vector<Cut> cut(std::string_view text) const = 0;
  /// The tokens of the frame are as any others. Bytes come back as they were where no stage changes them.
  virtual std::string decode(std::span<const TokenId> ids) const = 0;

  virtual Index size() const = 0;
  /// An entry as the file writes it, "\u0120the"; "" for an id that stands for nothing.
  virtual const std::string& entry(TokenId id) const = 0;
  /// What an entry is made of inside of a text, " the"; an added token's name.
  virtual std::string bytes(TokenId id) const = 0;
  /// The id of an added token or of an entry of this text; kUnknownId where there is none.
  virtual TokenId id_of(std::string_view entry) const = 0;
  virtual TokenId unknown() const = 0;
  virtual const TokenFrame& frame() const = 0;
  /// How an entry that goes on in a word begins, "##"; "" where nothing marks it.
  virtual const std::string& continuing_prefix() const = 0;
  /// As a tokenizer.json, of which the same pipeline can be made.
  virtual nlohmann::json json() const = 0;
};

}  // namespace attnlab
