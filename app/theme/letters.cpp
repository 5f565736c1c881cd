// Letters: what is asked for, and what has to go for them.
#include "app/theme/letters.h"

#include <imgui.h>

#include <algorithm>

#include "app/theme/fonts.h"
#include "app/theme/imgui_fonts.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

/// Controls and ASCII end before it.
constexpr char32_t kFirstLetter = 0xA0;

/// Of the texture, for added letters; and what one takes at a scale of 1, in all fonts that texts are set in.
constexpr float kMostTexels = 8e6f, kTexelsOfLetter = 1250;
constexpr float kFewestLetters = 200, kMostLetters = 2000;

}  // namespace

void Letters::ask(const ImFont& font, std::string_view text, int frame) {
  newest_ = std::max(newest_, frame);
  for (std::size_t at = 0; at < text.size();) {
    const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
    const CodePoint c = ascii ? CodePoint{0, 1, false} : decode_utf8(text.substr(at));
    if (c.valid) ask(font, c.value, frame);
    at += c.size;
  }
}

void Letters::ask(const ImFont& font, char32_t letter, int frame) {
  if (letter < kFirstLetter || letter > IM_UNICODE_CODEPOINT_MAX) return;
  if (const auto found = added_.find(letter); found != added_.end())
    found->second = frame;
  else if (!has_glyph(&font, letter))
    wanted_.insert(letter);
}

bool Letters::add(std::size_t most) {
  bool changed = false;
  if (added_.size() + wanted_.size() > most)
    changed = std::erase_if(added_, [&](const auto& one) { return one.second < newest_; }) > 0;
  for (const char32_t letter : wanted_)
    if (added_.size() < most) changed |= added_.try_emplace(letter, newest_).second;
  wanted_.clear();
  return changed;
}

std::vector<char32_t> Letters::added() const {
  std::vector<char32_t> letters;
  for (const auto& [letter, frame] : added_) letters.push_back(letter);
  return letters;
}

std::size_t most_letters() {
  const float scale = em() / kBaseEm;
  return static_cast<std::size_t>(
      std::clamp(kMostTexels / (kTexelsOfLetter * scale * scale), kFewestLetters, kMostLetters));
}

}  // namespace attnlab
