// Canvas: what widgets and views draw on, a window's draw list and optionally a figure.
#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/widgets/base/context.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

/// Whether a line joins the end of a path to its start.
enum class PathEnds { Open, Closed };

/// Draws into an ImGui draw list, and records the same shapes in a figure if there is one. Cheap to copy.
class Canvas {
 public:
  Canvas(ImDrawList* list) : Canvas(list, widgets().figure) {}
  Canvas(ImDrawList* list, Figure* figure) : list_(list), figure_(figure) {}

  void fill(const Box& box, Colour colour, float rounding = 0, ImDrawFlags corners = 0) const;

  /// A line along the inner edge of a box.
  void frame(const Box& box, Colour colour, float rounding = 0, float thickness = 1) const;

  /// Colours at equal distances from left to right; at least two.
  void gradient(const Box& box, std::span<const Colour> stops) const;

  void line(ImVec2 from, ImVec2 to, Colour colour, float thickness = 1) const;
  void disc(ImVec2 centre, float radius, Colour colour) const;
  void ring(ImVec2 centre, float radius, Colour colour, float thickness = 1) const;
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour colour) const;
  void quad(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, Colour colour) const;

  /// line_to() and curve_to() collect the steps of a path; stroke() draws and drops the path.
  void line_to(ImVec2 to) const;
  void quadratic_to(ImVec2 bend, ImVec2 to) const;
  void cubic_to(ImVec2 first, ImVec2 second, ImVec2 to, int segments = 0) const;
  void arc(ImVec2 centre, float radius, float from, float to) const;
  void stroke(Colour colour, float thickness = 1, PathEnds ends = PathEnds::Open) const;
  void clear_path() const;
  int path_points() const { return list_->_Path.Size; }

  /// One line of text, its top left corner at `at`, `size` pixels high. `align` names the end that
  /// stays in place if another font sets the text wider or narrower.
  void text(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text,
            Align align = Align::Left) const;

  /// One line of text turned by 90° about `pivot`, reading upwards.
  void text_upwards(ImFont* font, ImVec2 pivot, Colour colour, std::string_view text) const;

  /// A texture over a box; `uv` is the shown part of the texture. Not recorded in a figure: record its
  /// content.
  void image(void* texture, const Box& box, const Box& uv = {{0, 0}, {1, 1}}) const;

  void push_clip(const Box& box) const { list_->PushClipRect(box.min, box.max, true); }
  void pop_clip() const { list_->PopClipRect(); }
  Box clip() const { return {list_->GetClipRectMin(), list_->GetClipRectMax()}; }

  /// Layers lie on each other in the order of their numbers, whatever the order of drawing.
  void split_layers(int count) const;
  void layer(int index) const;
  void merge_layers() const;

  bool records() const { return figure_ != nullptr; }

  /// Adds a shape to the figure only.
  void record(FigureShape shape) const;

  /// Adds a line of text to the figure only: text that ImGui itself has put on screen.
  void record_text(ImFont* font, ImVec2 at, Colour colour, std::string_view text) const;

  /// This canvas without its figure: for shapes that are recorded in another form, or do not belong in a
  /// figure.
  Canvas unrecorded() const { return {list_, nullptr}; }

 private:
  void record_line(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text, Align align,
                   bool upwards) const;

  ImDrawList* list_;
  Figure* figure_;
};

/// Has the fonts of the next frames draw what `font` lacks of `text`. Texts on a canvas ask by themselves;
/// what ImGui puts on screen, as the content of fields, does not.
void ask_for_letters(const ImFont* font, std::string_view text);

/// The text in visual order, for ImGui to put on screen; asks for the letters of both. `room` as for
/// visual_order().
std::string_view drawn_text(const ImFont* font, std::string_view text, std::string& room);

/// The canvas of the window being drawn.
Canvas window_canvas();

/// The canvas for controls: buttons, switches and fields are no part of a figure, and are hidden while a
/// figure is made.
Canvas control_canvas();

}  // namespace attnlab
