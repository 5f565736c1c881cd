// Off-screen drawing: widgets and views without a window, as a figure and as a picture.
#pragma once

#include <functional>

#include "app/figure/image.h"
#include "app/theme/theme.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

struct OffscreenOptions {
  int width = 1000, height = 700;  ///< of the canvas, in pixels at a scale of 1
  float scale = 1;                 ///< pixels of the picture per pixel of the canvas, 1 to 4
  ThemeKind theme = ThemeKind::Light;
  bool high_contrast = false;
  bool transparent = false;
  float text_scale = 1;  ///< 0.75 to 3
  int digits = 3;        ///< precision of numbers
  bool grows =
      false;  ///< makes the canvas up to half wider, up to four times as high, where content would be cut
  bool paint = true;  ///< makes the picture, not only the figure
};

struct Drawn {
  Figure figure;          ///< in pixels of the picture
  Box area;               ///< of the content, with a margin
  Colour background = 0;  ///< the theme's
  Image picture;          ///< of the whole canvas
};

/// Calls `draw` for a few frames, so that layouts settle, in an ImGui window that fills the canvas, and
/// returns the last frame. The drawing has no buttons, switches and fields, and no hover. Call it between
/// frames of the program's own window; fonts, theme and textures are restored.
Drawn draw_offscreen(const std::function<void()>& draw, const OffscreenOptions& options);

/// The part of a picture in `area`.
Image cropped(const Image& picture, const Box& area);

}  // namespace attnlab
