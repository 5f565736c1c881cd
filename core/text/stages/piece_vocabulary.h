// PieceVocabulary: the entries of a tokenizer's model, as its file writes them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/byte_pairs.h"

namespace attnlab {

/// Entries by id and ids by entry. Some ids may stand for nothing.
class PieceVocabulary {
 public:
  /// Throws std::invalid_argument for an entry or an id that is given twice, and for more than 2²¹ ids.
  void add(std::string entry, TokenId id);

  std::size_t size() const { return entries_.size(); }
  const std::string& entry(TokenId id) const { return entries_[id]; }
  std::optional<TokenId> find(std::string_view entry) const;
  /// The entry that stands for one byte, "<0x0A>".
  std::optional<TokenId> find_byte(unsigned char byte) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::vector<std::string> entries_;
  std::vector<bool> given_;
  std::unordered_map<std::string, TokenId, Hash, std::equal_to<>> ids_;
};

/// "<0x0A>"
std::string byte_entry(unsigned char byte);
/// The byte that such an entry stands for; nothing for any other text.
std::optional<unsigned char> byte_of_entry(std::string_view entry);

}  // namespace attnlab
