// What a figure is to be: its file, size and look.
#pragma once

#include <span>
#include <string>

namespace attnlab {

struct FigureRequest {
  std::string file;               ///< its ending says what it becomes: .svg or .png
  int width = 960, height = 640;  ///< of the space to draw in, in pixels; what is left empty is cut off
  bool grows = true;              ///< the space may grow until nothing is cut off or scrolls
  double scale = 2;               ///< of a PNG: its pixels to one of that space, 1 to 4
  bool transparent = false, dark = false;
  std::string only{};  ///< script name of the one widget that is wanted; "": the whole view

  bool is_svg() const { return file.ends_with(".svg"); }
};

inline constexpr double kMostFigureScale = 4;
inline constexpr int kLeastFigureSide = 200, kMostFigureSide = 4000;

/// Reads FILE and words after it in any order: a scale ("3"), a size ("800x600"), "transparent", "dark",
/// "light", "only" with the name of a widget. Throws std::invalid_argument with one line for others, and for
/// a file that is neither .svg nor .png.
FigureRequest parse_figure_request(std::span<const std::string> words);

/// Throws std::invalid_argument with one line where a figure cannot be so.
void validate(const FigureRequest& request);

}  // namespace attnlab
