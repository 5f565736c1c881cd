// FigureRequest: the file, size and look of a figure.
#pragma once

#include <span>
#include <string>

namespace attnlab {

struct FigureRequest {
  std::string file;               ///< its ending gives the format: .svg or .png
  int width = 960, height = 640;  ///< of the canvas, in pixels; empty margins are cut off
  bool grows = true;              ///< the canvas may grow until nothing is cut off or scrolls
  double scale = 2;               ///< pixels of a PNG per pixel of the canvas, 1 to 4
  bool transparent = false, dark = false;
  std::string only{};  ///< script name of the one widget to draw; "": the whole view

  bool is_svg() const { return file.ends_with(".svg"); }
};

inline constexpr double kMostFigureScale = 4;
inline constexpr int kLeastFigureSide = 200, kMostFigureSide = 4000;

/// Reads FILE and options after it in any order: a scale ("3"), a size ("800x600"), "transparent", "dark",
/// "light", "only" with the name of a widget. Throws std::invalid_argument with one line for other words, and
/// for a file that is neither .svg nor .png.
FigureRequest parse_figure_request(std::span<const std::string> words);

/// Throws std::invalid_argument with one line for a figure that cannot be made.
void validate(const FigureRequest& request);

}  // namespace attnlab
