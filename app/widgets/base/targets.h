// Names of the widgets on screen, so that a script can point at the real ones.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// A rectangle in window pixels.
struct TargetRect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float centre_x() const { return (x0 + x1) / 2; }
  float centre_y() const { return (y0 + y1) / 2; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
};

/// Records that this frame draws a widget of this name. UI thread only. A widget passes its visible part in
/// each frame; an empty rectangle means that the widget is scrolled out of sight.
void mark_target(std::string_view name, TargetRect visible);

/// Where a widget is, whether it is in sight or not, and the part of the window in which it could be seen.
struct TargetPlace {
  TargetRect all, clip;
};
/// Adds the place to a target of this frame.
void mark_target_place(std::string_view name, const TargetPlace& place);

/// The widget's place in the last finished frame; nothing if it was not drawn, or nobody said its place.
std::optional<TargetPlace> find_target_place(std::string_view name);

/// Records a grid of rows × cols equal cells: find_target("NAME[row,col]") then gives one cell.
void mark_target_grid(std::string_view name, TargetRect all, TargetRect visible, int rows, int cols);

/// Records that a label did not fit in this frame.
void mark_cut_label(std::string_view text);

/// The cut labels of the last finished frame, each once.
const std::set<std::string>& cut_labels();

/// Records that a text of this frame says NaN or ∞. (Masked scores are −∞, and say so.)
void mark_not_finite(std::string_view text);

/// The texts of the last finished frame that say NaN or ∞, each once.
const std::set<std::string>& not_finite_texts();

/// Records that a text of this frame has English words although the language is another one.
void mark_untranslated(std::string_view text);

/// The texts of the last finished frame with English words, each once.
const std::set<std::string>& untranslated_texts();

/// The widget of this name scrolls into sight when it is drawn next, or the cell NAME[row,col] of a grid;
/// nothing happens where it is not drawn in the next frame.
void reveal_target(std::string_view name);

/// Begins a frame: find_target() now finds the targets marked since the last call.
void begin_target_frame();

/// The widget's place in the last finished frame; nothing if it was not drawn. NAME[row,col] is a grid's
/// cell.
std::optional<TargetRect> find_target(std::string_view name);

/// Up to `count` names of the last frame nearest in spelling to `name`.
std::vector<std::string> similar_targets(std::string_view name, std::size_t count = 3);

}  // namespace attnlab
