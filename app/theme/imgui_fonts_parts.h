// What both kinds of fonts share: see imgui_fonts_baked.cpp and imgui_fonts_growing.cpp.
#pragma once

#include <cmath>

#include "app/theme/imgui_fonts.h"

namespace attnlab {

/// As ImGui holds it; U+FFFD for a letter that it cannot hold.
inline ImWchar held_letter(char32_t letter) {
  constexpr char32_t kUnknownLetter = 0xFFFD;
  return static_cast<ImWchar>(letter <= IM_UNICODE_CODEPOINT_MAX ? letter : kUnknownLetter);
}

inline ImFontConfig config_of(const FontFace& face) {
  ImFontConfig config;
  config.FontNo = static_cast<decltype(config.FontNo)>(face.number);
  config.MergeMode = face.joins != nullptr;
  config.OversampleH = config.OversampleV = 1;
  config.EllipsisChar = 0x2026;
  return config;
}

/// ImGui does not write to data that it does not own.
inline ImFont* add_to_atlas(ImFontAtlas& atlas, const FontFace& face, const ImFontConfig& config) {
  return atlas.AddFontFromMemoryTTF(const_cast<char*>(face.bytes.data()), static_cast<int>(face.bytes.size()),
                                    face.size, &config, face.ranges);
}

/// Where a letter's box lies in a line.
inline float box_top(float size, int side) { return std::floor((size - float(side)) / 2); }
inline constexpr float kBoxLeft = 0.5f;

/// The size at which ImGui draws a text that is to be `size` pixels high.
float imgui_size(const ImFont* font, float size);

}  // namespace attnlab
