// Draws widgets and views without a window: as a figure and as a picture.
#pragma once

#include <functional>

#include "app/figure/image.h"
#include "app/theme/theme.h"
#include "app/widgets/base/figure.h"

namespace attnlab {

struct OffscreenOptions {
  int width = 1000, height = 700;  ///< of the space to draw in, in pixels at a scale of 1
  float scale = 1;                 ///< pixels of the picture to one of that space, 1 to 4
  ThemeKind theme = ThemeKind::Light;
  bool high_contrast = false;
  bool transparent = false;
  float text_scale = 1;  ///< 0.75 to 3
  int digits = 3;        ///< precision of numbers
  bool grows = false;    ///< wider and higher, by up to a half, where something would scroll or be cut off
  bool paint = true;     ///< make the picture, not only the figure
};

struct Drawn {
  Figure figure;          ///< in pixels of the picture
  Box area;               ///< of what is drawn, with a margin around it
  Colour background = 0;  ///< the theme's
  Image picture;          ///< of the whole space
};

/// Calls `draw` for a few frames in an ImGui window that fills the space, the last of which is kept: layouts
/// may settle. Everything that is drawn belongs to it but buttons, switches and fields; without a pointer,
/// nothing is hovered. To be called between frames of the program's own window, whose fonts, theme and
/// textures are as before afterwards.
Drawn draw_offscreen(const std::function<void()>& draw, const OffscreenOptions& options);

/// The part of a picture that lies in `area`.
Image cropped(const Image& picture, const Box& area);

}  // namespace attnlab
