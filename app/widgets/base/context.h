// WidgetContext: what all widgets of a program share: textures, precision, motion, memory.
#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

#include "app/base/frame_memory.h"
#include "app/base/matrix_look.h"
#include "app/theme/letters.h"
#include "app/theme/stand_ins.h"
#include "app/widgets/base/mirror.h"
#include "app/widgets/base/texture_source.h"

namespace attnlab {

struct Figure;
struct FigurePart;

/// The owner of the frames owns the context: a frame loop, an off-screen drawing, a test. The frame loop
/// clears `animating` before each frame.
struct WidgetContext {
  TextureSource* textures = nullptr;         ///< null: everything is drawn as rectangles
  Figure* figure = nullptr;                  ///< also records the drawing; null: no figure
  ImDrawList* hidden = nullptr;              ///< receives hidden controls; null: controls are visible
  const MatrixLooks* looks = nullptr;        ///< which parts of zoomed matrices are seen; null: all
  MatrixLooks wanted_looks;                  ///< looks that the user asks for; the program takes them
  std::vector<FigurePart>* parts = nullptr;  ///< collects the widgets that can be figures; null: none
  bool motion = true;                        ///< animations wanted
  bool animating = false;                    ///< set by a widget that needs another frame soon
  bool nameless = false;                     ///< no script names and no stops for Tab: a picture of widgets
  bool content = false;                      ///< draws what people wrote, in their language: a lesson
  bool count_cut = false;                    ///< records texts at fault, for tests
  int digits = 3;                            ///< precision of numbers in cells and tables, 2 to 7
  Mirror mirror;                             ///< of a window whose language is read from the right
  Letters letters;                           ///< that texts ask for, beyond the fonts' own
  StandIns stand_ins;                        ///< in text fields, for letters that these cannot hold
  FrameMemory memory;                        ///< what widgets remember between frames
};

/// While the object lives, widgets() is `context`; afterwards the previous context again.
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

/// The struct T in which a widget remembers values between frames.
template <typename T>
T& remembered() {
  return widgets().memory.of<T>();
}

/// Longest animation, in milliseconds.
inline constexpr float kMotionMs = 400.0f;

/// Progress of an animation of `ms` milliseconds, eased from 0 to 1. The animation restarts whenever
/// `trigger` differs from that of the last frame; the first frame counts as finished. Always 1 with motion
/// off. `key` names the animation (an ImGui id).
float motion(ImGuiID key, ImGuiID trigger, float ms = kMotionMs);

/// A value that moves smoothly towards `target` from its present value; for hover and toggles.
float glide(ImGuiID key, float target, float ms = 120.0f);

}  // namespace attnlab
