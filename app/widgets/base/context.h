// What all widgets of a program share: where textures come from, precision, motion, and their memory.
#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

#include "app/base/frame_memory.h"
#include "app/base/matrix_look.h"
#include "app/widgets/base/texture_source.h"

namespace attnlab {

struct Figure;
struct FigurePart;

/// Owned by whoever owns the frames: a frame loop, an off-screen drawing, a test. The frame loop clears
/// `animating` before each frame.
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
  FrameMemory memory;                        ///< what widgets remember between frames
};

/// While it lives, widgets() is `context`; then the one before it again.
class WidgetsInUse {
 public:
  explicit WidgetsInUse(WidgetContext& context);
  ~WidgetsInUse();
  WidgetsInUse(const WidgetsInUse&) = delete;
  WidgetsInUse& operator=(const WidgetsInUse&) = delete;

 private:
  WidgetContext* before_;
};

/// The context in use, on the UI thread. Throws std::logic_error where there is none.
WidgetContext& widgets();

/// What a widget remembers between frames, in a struct of its own.
template <typename T>
T& remembered() {
  return widgets().memory.of<T>();
}

/// Longest animation, in milliseconds.
inline constexpr float kMotionMs = 400.0f;

/// How far an animation of `ms` milliseconds has come, eased from 0 to 1. It starts anew whenever `trigger`
/// differs from that of the last frame; the first frame counts as finished. Always 1 with motion off.
/// `key` names the animation (an ImGui id).
float motion(ImGuiID key, ImGuiID trigger, float ms = kMotionMs);

/// As motion(), but moves smoothly towards `target` from wherever it is; for hover and toggles.
float glide(ImGuiID key, float target, float ms = 120.0f);

}  // namespace attnlab
