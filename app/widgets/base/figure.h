// Figure: a drawing as shapes and texts that can be written to a file.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/theme/fonts.h"
#include "app/theme/theme.h"
#include "app/widgets/base/box.h"

namespace attnlab {

struct FigureFill {
  Box box;
  Colour colour;
  float rounding = 0;
  ImDrawFlags corners = 0;  ///< which corners are round; 0 means all
};

/// A line of `thickness` along the edge of `box`.
struct FigureFrame {
  Box box;
  Colour colour;
  float rounding = 0, thickness = 1;
};

/// Colours at equal distances from left to right.
struct FigureGradient {
  Box box;
  std::vector<Colour> stops;
};

struct FigureDisc {
  ImVec2 centre;
  float radius;
  Colour colour;
};

struct FigureRing {
  ImVec2 centre;
  float radius;
  Colour colour;
  float thickness;
};

struct FigurePolygon {
  std::vector<ImVec2> points;
  Colour colour;
};

/// One step of a path: to `end`, bent towards `first` and `second` where it is a curve.
struct PathStep {
  enum class Kind { Line, Quadratic, Cubic };
  Kind kind = Kind::Line;
  ImVec2 end, first, second;
};

/// A stroked line; the first step says where it begins.
struct FigurePath {
  std::vector<PathStep> steps;
  Colour colour;
  float thickness = 1;
  bool closed = false;
};

enum class Align { Left, Centre, Right };

/// One line of text. `at` is its left end, middle or right end, as `align` says, on the baseline.
struct FigureText {
  std::string text;
  Typeface face;
  float size;  ///< of the type, as CSS measures it, in pixels
  ImVec2 at;
  Align align;
  Colour colour;
  float width;           ///< as measured with our fonts
  bool upwards = false;  ///< turned by 90° about `at`
};

/// Pixels stretched over a box without smoothing, row by row from the top.
struct FigureImage {
  Box box;
  int width = 0, height = 0;
  std::vector<Colour> pixels;
};

/// The diagonal lines that mean "masked", `step` apart on both axes.
struct FigureHatch {
  Box box;
  float step;
  Colour colour;
};

using FigureShape = std::variant<FigureFill, FigureFrame, FigureGradient, FigureDisc, FigureRing,
                                 FigurePolygon, FigurePath, FigureText, FigureImage, FigureHatch>;

struct FigureItem {
  FigureShape shape;
  Box clip;       ///< the visible part of the shape
  int layer = 0;  ///< while layers are split: lower ones are drawn first
};

enum class FigurePartKind { Matrix, Other };

/// A widget that can be a figure by itself.
struct FigurePart {
  std::string name;   ///< its script name
  std::string title;  ///< shown above the widget; may be empty
  Box box;            ///< the whole widget, with title, labels and legend
  FigurePartKind kind = FigurePartKind::Other;
};

/// Shapes in the order in which they are drawn.
struct Figure {
  std::vector<FigureItem> items;
  std::vector<FigurePart> parts;
  std::vector<PathStep> path;  ///< the path in progress, not yet stroked
  std::size_t split = 0;       ///< the first item of the split layers in progress
  int layer = 0;
};

}  // namespace attnlab
