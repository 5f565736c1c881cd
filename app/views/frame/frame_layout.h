// The places of the window's panels: pure arithmetic.
#pragma once

#include "app/state/app_state.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The space to divide, and the needs of the bars. Lengths in pixels.
struct FrameSpace {
  Box area;          ///< the window below the menu bar
  float em = 15;     ///< height of the UI font
  float gap = 6;     ///< between panels, and around them
  float tokens = 0;  ///< height that the token bar needs
  float edits = 0;   ///< height that the bar of edits needs; 0: hidden
  bool has_encoder = false;
  bool has_lesson = false;  ///< one is open
  Screen screen;
};

/// A length that a divider changes, with its limits. A bottom that is too low for the filmstrip is drawn as
/// one line, but keeps its size here, so that the divider leads out of the line again.
struct PanelSize {
  float size = 0, least = 0, most = 0;
};

/// The boxes of the panels, which do not overlap. A hidden panel has an empty box.
struct FramePlan {
  bool one_panel = false;  ///< a person chooses the panel that is seen, alone or beside the stage
  Box chooser;             ///< where; empty in a very low window, whose menu bar offers the choice
  Box lesson, tokens, edits, map, stage, inspector, filmstrip, training;
  bool lesson_is_bar = false;  ///< it lies below the others, as wide as the window
  PanelSize lesson_width, lesson_height, map_width, inspector_width, bottom_height, training_width;
};

/// The panel's place in a plan.
Box FramePlan::*place_of(FramePanel panel);

/// The mouse in one frame.
struct StagePointer {
  ImVec2 at;
  bool pressed = false;  ///< in this frame, and not in a popup
  bool down = false;
};

/// Keeps the stage in place while the user clicks on it: a click that makes an edit must not move the target
/// of the next click. From a press on the stage until the pointer has left it, the bars above keep their
/// heights.
class StillStage {
 public:
  /// Height of the bar of edits, which needs `wanted` pixels. The height follows at once when `asked`
  /// changes: then the user has opened or closed the bar.
  float edits_height(float wanted, bool asked, const StagePointer& pointer);
  /// Whether something new may appear above the stage: not while a button is down.
  bool may_move() const { return !down_; }
  /// Stores the place of the stage for the next frame.
  void place(const Box& stage) { stage_ = stage; }

 private:
  Box stage_;
  float edits_ = 0;
  bool held_ = false, down_ = false, asked_ = false;
};

/// Divides the window among the panels. In a small window the panels shrink; then the map, the inspector and
/// the filmstrip are hidden, in this order, to make room for the stage; the bottom folds to a line before the
/// stage has no room for a matrix, and is hidden before the stage is only a heading. In a low and wide
/// window, as on a phone held sideways, the stage has one panel beside it, `space.screen.only`, below a line
/// to choose it; if not even the text and the stage fit, there is that panel alone. An open lesson stands
/// at the left of all others, from top to bottom, and the map goes unless the window is wide; or the lesson
/// is a bar below the others, as in a presented window, which else is the stage's alone.
FramePlan plan_frame(const FrameSpace& space);

}  // namespace attnlab
