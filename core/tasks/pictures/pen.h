// Pen: lines drawn by hand into a picture.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/data/picture.h"
#include "core/tasks/pictures/outline.h"

namespace attnlab {

/// A color of a pen or of paper.
struct PenColour {
  std::string_view name;
  std::array<double, 3> light;  ///< red, green, blue, 0 to 1

  /// What a picture of so many channels has of it; gray as read_picture() makes it.
  double in_channel(Index channel, Index channels) const;
  bool is_grey() const { return light[0] == light[1] && light[1] == light[2]; }
};

/// White, grays, black, and the pure colors.
std::span<const PenColour> pen_colours();
/// Throws std::invalid_argument with near names.
const PenColour& pen_colour(std::string_view name);

/// An empty picture [channels,size,size].
Picture blank_picture(Index size, Index channels, const PenColour& paper);

/// The gray of a color, as pictures with one channel have it: 0.299 red + 0.587 green + 0.114 blue.
double grey_of(double red, double green, double blue);

/// How much of each pixel one stroke of the pen covers: [size,size], 0 to 1. Its lines have round ends and
/// smooth edges; where they overlap, nothing is covered twice.
class PenStroke {
 public:
  explicit PenStroke(Index size) : size_(size), cover_(static_cast<std::size_t>(size * size), Real(0)) {}

  /// A line from `a` to `b`, in pixels from the top left corner, `width` pixels wide.
  void line(Point a, Point b, double width);
  std::span<const Real> cover() const { return cover_; }
  /// `under` with the stroke in this color on it. Throws std::invalid_argument for another size.
  Picture on(const Picture& under, const PenColour& colour) const;
  friend bool operator==(const PenStroke&, const PenStroke&) = default;

 private:
  Index size_;
  std::vector<Real> cover_;
};

}  // namespace attnlab
