// Stand-ins: which code points they are.
#include "app/theme/stand_ins.h"

#include "core/text/utf8.h"

namespace attnlab {
namespace {

struct Block {
  char32_t first, last;

  std::size_t size() const { return last - first + 1; }
  bool contains(char32_t c) const { return c >= first && c <= last; }
};

/// Code points that never become letters, then CJK Extension A. ImGui holds both, and filters neither.
constexpr Block kStandInBlocks[] = {{0xFDD0, 0xFDEF}, {0x3400, 0x4DBF}};
constexpr Block kPrivateUse{0xE000, 0xF8FF};
constexpr char32_t kLastHeld = 0xFFFF, kReplacement = 0xFFFD;

bool needs_stand_in(char32_t c) {
  return c > kLastHeld || kPrivateUse.contains(c) || kStandInBlocks[0].contains(c) ||
         kStandInBlocks[1].contains(c);
}

/// Calls `change` with each letter of `text`, and puts together what it returns. Bytes that are not UTF-8
/// stay.
template <typename Change>
std::string changed_letters(std::string_view text, Change change) {
  std::string out;
  for (CodePoint c; !text.empty(); text.remove_prefix(c.size)) {
    c = decode_utf8(text);
    const char32_t now = c.valid ? change(c.value) : c.value;
    out += now == c.value ? std::string(text.substr(0, c.size)) : encode_utf8(now);
  }
  return out;
}

}  // namespace

std::size_t StandIns::most() { return kStandInBlocks[0].size() + kStandInBlocks[1].size(); }

/// The last code points of a block first: its first ones are the more usual letters.
char32_t StandIns::next_free() {
  while (tried_ < most()) {
    const std::size_t i = tried_++;
    const bool first = i < kStandInBlocks[0].size();
    const Block& block = kStandInBlocks[first ? 0 : 1];
    const auto at = static_cast<char32_t>(block.last - (first ? i : i - kStandInBlocks[0].size()));
    if (!letters_.contains(at)) return at;
  }
  return kReplacement;
}

char32_t StandIns::for_field(char32_t letter) {
  if (!needs_stand_in(letter)) return letter;
  if (const auto found = at_.find(letter); found != at_.end()) return found->second;
  const bool itself = letter <= kLastHeld && !kPrivateUse.contains(letter) && !letters_.contains(letter);
  const char32_t at = itself ? letter : next_free();
  if (at == kReplacement) return at;
  at_[letter] = at;
  letters_[at] = letter;
  return at;
}

std::string StandIns::for_field(std::string_view text) {
  return changed_letters(text, [&](char32_t letter) { return for_field(letter); });
}

std::string StandIns::from_field(std::string_view held) const {
  return changed_letters(held, [&](char32_t at) {
    const auto found = letters_.find(at);
    return found == letters_.end() ? at : found->second;
  });
}

std::vector<StandIn> StandIns::made() const {
  std::vector<StandIn> all;
  for (const auto& [letter, at] : at_)
    if (at != letter) all.push_back({at, letter});
  return all;
}

}  // namespace attnlab
