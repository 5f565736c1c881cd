// What widgets and views draw on: a window's draw list and, while one is made, a figure.
#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/widgets/base/context.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

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

  /// A path is made of steps, and drawn and forgotten by stroke().
  void line_to(ImVec2 to) const;
  void quadratic_to(ImVec2 bend, ImVec2 to) const;
  void cubic_to(ImVec2 first, ImVec2 second, ImVec2 to, int segments = 0) const;
  void arc(ImVec2 centre, float radius, float from, float to) const;
  void stroke(Colour colour, float thickness = 1, bool closed = false) const;
  void clear_path() const;
  int path_points() const { return list_->_Path.Size; }

  /// One line of text, its top left corner at `at`, `size` pixels high. `align` tells which end of it must
  /// stay where it is if another font sets it wider or narrower.
  void text(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text,
            Align align = Align::Left) const;

  /// The same turned by 90° about `pivot`, reading upwards.
  void text_upwards(ImFont* font, ImVec2 pivot, Colour colour, std::string_view text) const;

  /// A texture over a box; `uv` is the part of it that is shown. Not recorded: record what is in it.
  void image(void* texture, const Box& box, const Box& uv = {{0, 0}, {1, 1}}) const;

  void push_clip(const Box& box) const { list_->PushClipRect(box.min, box.max, true); }
  void pop_clip() const { list_->PopClipRect(); }
  Box clip() const { return {list_->GetClipRectMin(), list_->GetClipRectMax()}; }

  /// Layers lie on each other in the order of their numbers, whatever the order of drawing.
  void split_layers(int count) const;
  void layer(int index) const;
  void merge_layers() const;

  bool records() const { return figure_ != nullptr; }

  /// Into the figure only.
  void record(FigureShape shape) const;

  /// One line of text into the figure only: what ImGui itself has put on screen.
  void record_text(ImFont* font, ImVec2 at, Colour colour, std::string_view text) const;

  /// The same canvas without its figure: for what is recorded in another form, or does not belong in a
  /// figure.
  Canvas unrecorded() const { return {list_, nullptr}; }

 private:
  void record_line(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text, Align align,
                   bool upwards) const;

  ImDrawList* list_;
  Figure* figure_;
};

/// The canvas of the window being drawn.
Canvas window_canvas();

/// The same for what is pressed or typed into: buttons, switches and fields are no part of a figure, and
/// not to be seen while one is made.
Canvas control_canvas();

}  // namespace attnlab
