// PieceVocabulary: ids and entries.
#include "core/text/stages/piece_vocabulary.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/stages/stage_members.h"

namespace attnlab {
namespace {

constexpr TokenId kMostPieceIds = 1 << 21;
constexpr std::string_view kHexDigits = "0123456789ABCDEF", kByteBegins = "<0x";

std::optional<unsigned> hex_digit(char c) {
  const std::size_t upper = kHexDigits.find(c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c);
  return upper == kHexDigits.npos ? std::nullopt : std::optional(static_cast<unsigned>(upper));
}

}  // namespace

void PieceVocabulary::add(std::string entry, TokenId id) {
  if (id < 0 || id >= kMostPieceIds)
    throw std::invalid_argument("entry " + shown_member(entry) + " has ID " + std::to_string(id) +
                                ", but IDs must be from 0 to " + std::to_string(kMostPieceIds - 1));
  const auto place = static_cast<std::size_t>(id);
  if (place >= entries_.size()) {
    entries_.resize(place + 1);
    given_.resize(place + 1);
  }
  if (given_[place]) throw std::invalid_argument("token ID " + std::to_string(id) + " occurs twice");
  if (!ids_.emplace(entry, id).second)
    throw std::invalid_argument("entry " + shown_member(entry) + " occurs twice");
  given_[place] = true;
  entries_[place] = std::move(entry);
}

std::optional<TokenId> PieceVocabulary::find(std::string_view entry) const {
  const auto found = ids_.find(entry);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TokenId> PieceVocabulary::find_byte(unsigned char byte) const { return find(byte_entry(byte)); }

std::string byte_entry(unsigned char byte) {
  return std::string(kByteBegins) + kHexDigits[byte >> 4] + kHexDigits[byte & 15] + ">";
}

std::optional<unsigned char> byte_of_entry(std::string_view entry) {
  if (entry.size() != byte_entry(0).size() || !entry.starts_with(kByteBegins) || !entry.ends_with('>'))
    return {};
  const auto high = hex_digit(entry[3]), low = hex_digit(entry[4]);
  return high && low ? std::optional(static_cast<unsigned char>(*high << 4 | *low)) : std::nullopt;
}

}  // namespace attnlab
