// AddedTokens: texts that are one token wherever they stand, found before a text is cut.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/byte_pairs.h"

namespace attnlab {

/// One as a file describes it.
struct FileToken {
  std::string text;
  TokenId id = 0;
  bool single_word = false;  ///< only where no word character is beside it
  bool lstrip = false;       ///< with the white space before it
  bool rstrip = false;       ///< with the white space behind it
  bool normalized = true;    ///< looked for in the normalized text, as its own normalized form
  bool special = false;
};

/// [{"id": …, "content": "text", "lstrip": false, …}, …]; none for null. Throws std::runtime_error with one
/// line that names the member.
std::vector<FileToken> file_tokens_from(const nlohmann::json& json, const std::string& path);

/// What to look for, and which token it is. The longest of those that begin leftmost is found.
class AddedTokens {
 public:
  AddedTokens() = default;
  /// Tokens by their forms in the text.
  explicit AddedTokens(std::vector<std::pair<std::string, FileToken>> tokens);

  struct Found {
    TokenId id;
    std::size_t begin, end;
  };
  /// In order; none overlap.
  std::vector<Found> find(std::string_view text) const;

 private:
  using Entry = std::pair<std::string, FileToken>;
  const Entry* longest_at(std::string_view rest) const;

  std::array<std::vector<Entry>, 256> by_first_;  ///< by first byte, longer ones first
};

}  // namespace attnlab
