// Pen: coverage by distance to a line, as drawn tasks cover pixels.
#include "core/tasks/pictures/pen.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/rows.h"

namespace attnlab {

namespace {

constexpr PenColour kPenColours[] = {{"white", {1, 1, 1}}, {"grey", {0.5, 0.5, 0.5}}, {"black", {0, 0, 0}},
                                     {"red", {1, 0, 0}},   {"yellow", {1, 1, 0}},     {"green", {0, 1, 0}},
                                     {"cyan", {0, 1, 1}},  {"blue", {0, 0, 1}},       {"magenta", {1, 0, 1}}};

}  // namespace

double grey_of(double red, double green, double blue) { return 0.299 * red + 0.587 * green + 0.114 * blue; }

double PenColour::in_channel(Index channel, Index channels) const {
  return channels == 1 ? grey_of(light[0], light[1], light[2]) : light[channel];
}

std::span<const PenColour> pen_colours() { return kPenColours; }

const PenColour& pen_colour(std::string_view name) { return row_named(kPenColours, "colour", name); }

Picture blank_picture(Index size, Index channels, const PenColour& paper) {
  Picture picture{channels, size, size, {}};
  for (Index c = 0; c < channels; ++c)
    picture.pixels.insert(picture.pixels.end(), static_cast<std::size_t>(size * size),
                          Real(paper.in_channel(c, channels)));
  return picture;
}

void PenStroke::line(Point a, Point b, double width) {
  for (Index y = 0, i = 0; y < size_; ++y)
    for (Index x = 0; x < size_; ++x, ++i) {
      const Point middle{double(x) + 0.5, double(y) + 0.5};
      const double covered = std::clamp(0.5 + width / 2 - segment_distance(middle, a, b), 0.0, 1.0);
      Real& cell = cover_[i];
      cell = std::max(cell, Real(covered));
    }
}

Picture PenStroke::on(const Picture& under, const PenColour& colour) const {
  if (under.height != size_ || under.width != size_)
    throw std::invalid_argument("the stroke and the picture must have the same size");
  Picture picture = under;
  for (Index c = 0; c < picture.channels; ++c)
    for (std::size_t i = 0; i < cover_.size(); ++i) {
      Real& pixel = picture.pixels[static_cast<std::size_t>(c) * cover_.size() + i];
      pixel += cover_[i] * (Real(colour.in_channel(c, picture.channels)) - pixel);
    }
  return picture;
}

}  // namespace attnlab
