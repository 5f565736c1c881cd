// Drawing in em: the lines, nodes and boxes of the figure of a recurrent cell.
#pragma once

#include <string>

#include "app/features/recurrence/view_frame.h"

namespace attnlab {

/// Draws in em from the top left corner of the figure.
class CellDrawing {
 public:
  CellDrawing(const RecurrenceFrame& frame, ImVec2 start) : frame_(frame), start_(start) {}

  ImVec2 at(float x, float y) const { return {start_.x + x * em(), start_.y + y * em()}; }
  void line(float x0, float y0, float x1, float y1, Colour colour) const;
  /// Upright or level.
  void arrow(float x0, float y0, float x1, float y1, Colour colour) const;
  /// A round node with a sign.
  void node(float x, float y, const char* sign, Colour colour) const;
  /// Words on the panel's face, that begin at x, or are centred there or end there.
  void words(float x, float y, const std::string& text, Colour colour, Align align = Align::Left) const;
  /// A letter with its index, h_{t−1}, that begins at x.
  void letter(float x, float y, const std::string& letter, const char* index) const;
  /// A box that leads to a number.
  void button(const std::string& name, const Box& box, const TraceTensor& tensor,
              const std::string& tooltip) const;
  /// A box with one line or two, centred at x, y.
  Box face(float x, float y, float width, float height, Colour colour, const std::string& top,
           const std::string& bottom) const;

 private:
  const RecurrenceFrame& frame_;
  ImVec2 start_;
};

}  // namespace attnlab
