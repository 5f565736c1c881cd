// The view Pictures: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Pictures: where a model that reads a picture as patches looks, and what it says of pictures drawn by hand.
struct PicturesChoice {
  std::string part = "attention";              ///< attention, rollout, filters, positions or draw
  bool mean = false;                           ///< all queries ask together, instead of the selected one
  Index filter = 0;                            ///< the selected filter of the patch embedding
  std::string pen = "white", paper = "black";  ///< colours
  Index width = 2;                             ///< of the pen, in pixels
  Index row = 0, column = 0;                   ///< the pixel under the keyboard's pen

  bool draws() const { return part == "draw"; }
  bool of_filters() const { return part == "filters"; }
  friend bool operator==(const PicturesChoice&, const PicturesChoice&) = default;
};

/// Filters side by side, where `count` of them are shown.
Index filter_columns(Index count);

}  // namespace attnlab

namespace attnlab::pictures {
extern const Feature kFeature;
}
