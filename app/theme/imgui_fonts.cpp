// Texts in fonts of either kind.
#include "app/theme/imgui_fonts.h"

#include "app/theme/imgui_fonts_parts.h"

namespace attnlab {

ImVec2 text_extent(ImFont* font, float size, float width, std::string_view text, const char** rest) {
  const float drawn = imgui_size(font, size);
  const ImVec2 extent = font->CalcTextSizeA(drawn, width, 0.0f, text.data(), text.data() + text.size(), rest);
  return {extent.x, drawn == size ? extent.y : extent.y * size / drawn};
}

void add_text(ImDrawList& list, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text) {
  list.AddText(font, imgui_size(font, size), at, colour, text.data(), text.data() + text.size());
}

void add_unclipped_text(ImDrawList& list, ImFont* font, float size, ImVec2 at, ImU32 colour,
                        std::string_view text) {
  font->RenderText(&list, imgui_size(font, size), at, colour, {-1e5f, -1e5f, 1e5f, 1e5f}, text.data(),
                   text.data() + text.size());
}

}  // namespace attnlab
