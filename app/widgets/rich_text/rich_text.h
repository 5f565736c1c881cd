// Rich text: paragraphs, lists, quotes, code, tables and formulas, with links, in lines of any width.
#pragma once

#include <span>
#include <string>

#include "app/base/prose.h"
#include "app/theme/theme.h"
#include "app/widgets/base/box.h"

namespace attnlab {

/// What a link does, for people.
struct LinkWords {
  bool pressed = true;  ///< it does something; else it is text with a tooltip
  std::string tip{};
};

struct RichTextOptions {
  float width = 0;                                        ///< pixels; 0: to the window's edge
  Colour colour = 0;                                      ///< ink; 0 is the theme's text
  std::string target{};                                   ///< links are TARGET.link.N for scripts, N from 1
  int first_link = 1;                                     ///< number of the first link
  bool strong = false;                                    ///< all of it is strong
  LinkWords (*words)(const std::string& link) = nullptr;  ///< null: every link does something
};

struct RichTextResult {
  Box bounds;
  std::string clicked;  ///< the link that was pressed in this frame; "" for none
  int links = 0;        ///< how many there are
};

/// Draws blocks below each other at the cursor and advances it. Links stop the Tab key.
RichTextResult rich_text(const char* id, std::span<const Prose> blocks, const RichTextOptions& options = {});

/// One paragraph.
RichTextResult rich_line(const char* id, const Spans& spans, const RichTextOptions& options = {});

/// The height of the blocks, without drawing; pixels.
float rich_text_height(std::span<const Prose> blocks, float width);

}  // namespace attnlab
