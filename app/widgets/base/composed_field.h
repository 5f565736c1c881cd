// A field with what is being composed in it: drawn at the caret, underlined, between the texts around.
#pragma once

#include <imgui.h>

#include <string>

#include "app/widgets/base/box.h"

namespace attnlab {

/// The line of the field that has the caret.
struct CaretLine {
  std::string text;              ///< as the field holds it
  std::size_t caret = 0;         ///< in `text`, in bytes
  std::size_t from = 0, to = 0;  ///< the selected part, which what is composed will replace
};

/// For ImGui's callback that is called in each frame.
CaretLine caret_line(const ImGuiInputTextCallbackData& data);

/// Call after the field. Draws over the caret's line while something is being composed and the last item is
/// the active field; `inner` is where its text is seen.
void draw_composed(const CaretLine& line, const Box& inner);

}  // namespace attnlab
