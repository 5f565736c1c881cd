// Drawing helpers that all widgets use: boxes, text that fits, hatching, script names.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/theme/fonts.h"
#include "app/theme/theme.h"
#include "app/widgets/base/box.h"
#include "app/widgets/base/canvas.h"

namespace attnlab {

/// The visible part of the window being drawn.
Box clip_box();

/// Names a widget for scripts: the visible part of `box` becomes a target. Empty names are ignored. The last
/// item, if it lies in the box, becomes a stop for Tab.
void mark(std::string_view name, const Box& box);

/// Records a widget that can be a figure by itself. Empty names are ignored.
void mark_part(std::string_view name, std::string_view title, const Box& box,
               FigurePartKind kind = FigurePartKind::Other);

/// Where the next item is placed, on screen. The window's content reaches at least there, as newer versions
/// of ImGui end the program where the cursor alone went beyond it.
void move_cursor(ImVec2 to);

/// Reserves `size` at the cursor, as ImGui's Dummy, and returns where it is.
Box reserve(ImVec2 size);

ImVec2 text_size(ImFont* font, std::string_view text);

/// Draws text with its top left corner at `at`.
void draw_text(Canvas canvas, ImFont* font, ImVec2 at, Colour colour, std::string_view text);

/// Whether cutting a text is a fault, which tests look for, or is meant, as for a long token in a narrow chip
/// with the complete text in its tooltip.
enum class Cut { Fault, Meant };

/// Draws one line inside `box`, vertically centred, cut with an ellipsis if it is too wide.
/// Returns whether it was cut.
bool draw_text_in(Canvas canvas, ImFont* font, const Box& box, Colour colour, std::string_view text,
                  Align align = Align::Left, Cut cut = Cut::Fault);

/// `text`, or its beginning that fits into `width` pixels with an ellipsis after it.
std::string fitted(ImFont* font, std::string_view text, float width);

/// Draws text turned by 90°, reading upwards, its start at the bottom centre of `box`; cut to the box's
/// height.
void draw_text_upwards(Canvas canvas, ImFont* font, const Box& box, Colour colour, std::string_view text,
                       Cut cut = Cut::Fault);

/// Covers a region with the diagonal lines that mean "masked".
void draw_hatch(Canvas canvas, const Box& box);

/// A frame around a cell or region, outside of it, with a thin dark edge so that it shows on any colour.
void draw_outline(Canvas canvas, const Box& box, Colour colour, float thickness);

/// A rounded label with a face; returns its box. `at` is the top left corner.
Box draw_badge(Canvas canvas, ImVec2 at, std::string_view text, Colour face, Colour ink);

/// Fades the content of `box` towards the panel's colour.
void draw_veil(Canvas canvas, const Box& box, float strength);

}  // namespace attnlab
