// PieceModel: how a tokenizer's model cuts one word into entries of its vocabulary.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/stages/piece_vocabulary.h"
#include "core/text/stages/stage_members.h"
#include "core/text/tokenizer.h"

namespace attnlab {

/// An entry and the bytes of the word that it stands for.
struct WordPart {
  TokenId id = kUnknownId;  ///< kUnknownId where the vocabulary has nothing, not even an unknown token
  std::size_t begin = 0, size = 0;
  bool known = true;  ///< false: the unknown token stands for it
};

/// Immutable after construction.
class PieceModel {
 public:
  virtual ~PieceModel() = default;

  /// Appends the parts of `word`, which is not empty, from its first byte to its last.
  virtual void cut(std::string_view word, std::vector<WordPart>& parts) const = 0;

  const PieceVocabulary& vocabulary() const { return vocabulary_; }
  /// The id of the unknown token; kUnknownId where there is none.
  TokenId unknown() const { return unknown_; }
  /// What an entry that goes on in a word begins with, and the last entry of a word ends with.
  const std::string& prefix() const { return prefix_; }
  const std::string& suffix() const { return suffix_; }
  /// Whether entries as "<0x0A>" stand for bytes.
  bool has_bytes() const { return has_bytes_; }

 protected:
  WordPart unknown_part(std::size_t begin, std::size_t size) const { return {unknown_, begin, size, false}; }
  /// Appends the entries of the bytes, where the vocabulary has all of them.
  bool cut_into_bytes(std::string_view word, std::size_t begin, std::size_t size,
                      std::vector<WordPart>& parts) const;
  /// "vocab", an object.
  void take_vocabulary(StageMembers& members);
  /// The entry that `members` names as unknown.
  void take_unknown(StageMembers& members);

  PieceVocabulary vocabulary_;
  TokenId unknown_ = kUnknownId;
  std::string prefix_, suffix_;
  bool has_bytes_ = false;
};

/// The model that a file describes. Throws std::runtime_error with one line that names the member; `path`
/// leads to `json`.
std::shared_ptr<const PieceModel> piece_model_from(const nlohmann::json& json, const std::string& path);

// What reads each type; they throw as piece_model_from(), and std::invalid_argument.
std::shared_ptr<const PieceModel> bpe_model_from(StageMembers& members);
std::shared_ptr<const PieceModel> word_piece_model_from(StageMembers& members);
std::shared_ptr<const PieceModel> unigram_model_from(StageMembers& members);

}  // namespace attnlab
