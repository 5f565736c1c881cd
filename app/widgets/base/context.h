// What all widgets share: where textures come from, precision, and whether things move.
#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

#include "app/base/matrix_look.h"
#include "app/widgets/base/texture_source.h"

namespace attnlab {

struct Figure;
struct FigurePart;

/// One per program, for the UI thread. The frame loop sets `textures` and clears `animating` before each
/// frame.
struct WidgetContext {
  TextureSource* textures = nullptr;         ///< null: everything is drawn as rectangles
  Figure* figure = nullptr;                  ///< what is drawn is recorded in it too; null: nowhere
  ImDrawList* hidden = nullptr;              ///< where controls are drawn instead, so that nobody sees them
  const MatrixLooks* looks = nullptr;        ///< which parts of zoomed matrices are seen; null: all
  MatrixLooks wanted_looks;                  ///< what the user would see instead; for the program to take
  std::vector<FigurePart>* parts = nullptr;  ///< where widgets note themselves; null: nowhere
  bool motion = true;                        ///< animations wanted
  bool animating = false;                    ///< set by a widget that needs another frame soon
  bool count_cut = false;                    ///< texts that do not fit are noted for tests
  int digits = 3;                            ///< precision of numbers in cells and tables, 2 to 7
};

WidgetContext& widgets();

/// Longest animation, in milliseconds.
inline constexpr float kMotionMs = 400.0f;

/// How far an animation of `ms` milliseconds has come, eased from 0 to 1. It starts anew whenever `trigger`
/// differs from that of the last frame; the first frame counts as finished. Always 1 with motion off.
/// `key` names the animation (an ImGui id).
float motion(ImGuiID key, ImGuiID trigger, float ms = kMotionMs);

/// As motion(), but moves smoothly towards `target` from wherever it is; for hover and toggles.
float glide(ImGuiID key, float target, float ms = 120.0f);

}  // namespace attnlab
