// The sizes of panels, from the outside in.
#include "app/views/frame/frame_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

// Least sizes, in em.
constexpr float kMapWidth = 11, kInspector = 12.5f, kStageWidth = 18, kBody = 11, kBottom = 2.9f;
constexpr float kTraining = 19, kFilmstrip = 15, kTokensHeight = 3.2f;
/// The least height of the token bar: two text fields.
constexpr float kTextFields = 5.8f;
/// A lower bottom panel has one line only.
constexpr float kFilmstripHeight = 7;
/// A stage this high has room for a matrix below its heading; the least that it has beside a line at the
/// bottom.
constexpr float kRoomyStage = 19, kStageAndLine = 14;
/// The same beside a lesson, which speaks of what is on the stage.
constexpr float kStageBesideLesson = 31;
/// A lower window shows one panel at a time.
constexpr float kSeveralPanels = 17;
/// A lower window that is this wide shows the stage and one panel, which has a share of the width.
constexpr float kStageAndOne = 27, kWideForTwo = 38, kShareOfOne = 0.42f, kLeastOfOne = 18;
/// The line to choose it; a lower window has it in the menu bar.
constexpr float kChooser = 1.9f, kChooserOfItsOwn = 12;
/// A lesson's column, and what a window is wide that has room for lesson and map.
constexpr float kLeastLesson = 24, kMostLesson = 46, kLessonAndMap = 132;
/// A lesson's bar.
constexpr float kLessonBar = 9, kMostLessonBar = 17;

PanelSize panel_size(double wanted, float standard, float least, float most) {
  most = std::max(least, most);
  return {std::floor(std::clamp(wanted > 0 ? float(wanted) : standard, least, most)), least, most};
}

/// The rest of a box after parts were cut off at its edges, with gaps.
struct Rest {
  Box box;
  float gap;

  Box top(float height) {
    const Box taken{box.min, {box.max.x, std::min(box.min.y + height, box.max.y)}};
    box.min.y = taken.max.y + gap;
    return taken;
  }
  Box bottom(float height) {
    const Box taken{{box.min.x, std::max(box.max.y - height, box.min.y)}, box.max};
    box.max.y = taken.min.y - gap;
    return taken;
  }
  Box left(float width) {
    const Box taken{box.min, {std::min(box.min.x + width, box.max.x), box.max.y}};
    box.min.x = taken.max.x + gap;
    return taken;
  }
  Box right(float width) {
    const Box taken{{std::max(box.max.x - width, box.min.x), box.min.y}, box.max};
    box.max.x = taken.min.x - gap;
    return taken;
  }
};

/// The token bar's height: what it needs, up to a share of the window.
float token_height(const FrameSpace& s, float height) {
  const float least = std::clamp(s.tokens, kTokensHeight * s.em, kTextFields * s.em),
              body = (kBody + kBottom) * s.em;
  const float share = s.edits > 0 ? 0.28f : 0.38f;
  const float most = std::min(height * share, height - body - 2 * s.gap);
  return std::floor(std::clamp(s.tokens, least, std::max(least, most)));
}

/// The bottom's standard height: a share of the window, or what the curves need if there is room.
float standard_bottom(const FrameSpace& s) {
  const float height = s.area.height();
  return std::max(std::min(height * 0.22f, 15 * s.em), std::min(height * 0.27f, 11.5f * s.em));
}

bool is_bar(const FrameSpace& s) { return s.has_lesson && (s.screen.lesson_bar || s.screen.presenting); }

/// A height that the user did not choose leaves the stage room for a matrix.
PanelSize bottom_height(const FrameSpace& s, float height) {
  const float standard = s.has_lesson && !is_bar(s) ? kStageBesideLesson : kRoomyStage;
  const float stage = s.screen.bottom_height > 0 ? kBody : standard;
  return panel_size(s.screen.bottom_height, standard_bottom(s), kBottom * s.em,
                    height - s.gap - stage * s.em);
}

/// Shares the bottom between the filmstrip and training; a line is all training's.
void share_bottom(const FrameSpace& s, Rest bottom, bool line, FramePlan& plan) {
  const float width = bottom.box.width(), em = s.em;
  plan.training_width = panel_size(s.screen.training_width, std::min(width * 0.42f, 54 * em), kTraining * em,
                                   width - s.gap - kFilmstrip * em);
  const bool both = !line && width >= (kTraining + kFilmstrip) * em + s.gap;
  plan.training = bottom.right(both ? plan.training_width.size : width);
  if (both) plan.filmstrip = bottom.box;
}

void place_bottom(const FrameSpace& s, Rest& rest, FramePlan& plan) {
  const float height = rest.box.height(), em = s.em;
  plan.bottom_height = bottom_height(s, height);
  const bool fits = height >= (kStageAndLine + kBottom) * em + s.gap;
  if (!s.screen.show_bottom || s.screen.stage_only || !fits) return;
  const bool low = plan.bottom_height.size < kFilmstripHeight * em;
  const float taken = low ? std::floor(kBottom * em) : plan.bottom_height.size;
  share_bottom(s, {rest.bottom(taken), s.gap}, low, plan);
}

float standard_map(const FrameSpace& s) {
  const float width = s.area.width();
  return s.has_encoder ? std::min(width * 0.215f, 27 * s.em) : std::min(width * 0.165f, 19 * s.em);
}

/// Places map, stage, inspector from left to right. Panels shrink before they are hidden.
void place_body(const FrameSpace& s, Rest& rest, FramePlan& plan) {
  const float width = rest.box.width(), em = s.em, stage = kStageWidth * em;
  const auto room = [&](float taken) { return width - stage - taken; };
  const bool beside = !s.screen.stage_only;
  const bool inspector = beside && s.screen.show_inspector && room(s.gap) >= kInspector * em;
  const float needed = inspector ? kInspector * em + s.gap : 0;
  const bool map = beside && s.screen.show_map && room(needed + s.gap) >= kMapWidth * em;
  plan.map_width = panel_size(s.screen.map_width, standard_map(s), kMapWidth * em, room(needed + s.gap));
  if (map) plan.map = rest.left(plan.map_width.size);
  const float taken = map ? plan.map_width.size + s.gap : 0;
  plan.inspector_width =
      panel_size(s.screen.inspector_width, std::clamp(s.area.width() * 0.22f, 16 * em, 27 * em),
                 kInspector * em, room(taken + s.gap));
  if (inspector) plan.inspector = rest.right(plan.inspector_width.size);
  plan.stage = rest.box;
}

bool fits_several(const FrameSpace& s) {
  const bool beside = s.has_lesson && !is_bar(s), below = s.has_lesson && !beside;
  const float width = kStageWidth * s.em + (beside ? kLeastLesson * s.em + s.gap : 0);
  const float height = kSeveralPanels * s.em + (below ? kLessonBar * s.em + s.gap : 0);
  return s.area.width() >= width + 2 * s.gap && s.area.height() >= height + 2 * s.gap;
}

/// The panel that is seen alone: never a lesson where none is open.
FramePanel only_panel(const FrameSpace& s) {
  if (s.screen.only == FramePanel::Lesson) return s.has_lesson ? FramePanel::Lesson : FramePanel::Stage;
  return s.screen.stage_only ? FramePanel::Stage : s.screen.only;
}

/// Cuts the lesson's column or bar off, and the map's room with it.
void place_lesson(FrameSpace& s, Rest& rest, FramePlan& plan) {
  if (!s.has_lesson) return;
  plan.lesson_is_bar = is_bar(s);
  if (plan.lesson_is_bar) {
    const float height = rest.box.height(), room = height - s.gap - kBody * s.em;
    const float standard = std::clamp(height * 0.36f, kLessonBar * s.em, kMostLessonBar * s.em);
    plan.lesson_height =
        panel_size(s.screen.lesson_height, std::min(standard, room), kLessonBar * s.em, room);
    plan.lesson = rest.bottom(plan.lesson_height.size);
  } else {
    const float width = s.area.width(), room = rest.box.width() - s.gap - kStageWidth * s.em;
    plan.lesson_width =
        panel_size(s.screen.lesson_width, std::clamp(width * 0.27f, kLeastLesson * s.em, 36 * s.em),
                   kLeastLesson * s.em, std::min(kMostLesson * s.em, room));
    s.screen.show_map = s.screen.show_map && width >= kLessonAndMap * s.em;
    plan.lesson = rest.left(plan.lesson_width.size);
  }
  s.area = grown(rest.box, s.gap);
}

bool is_low_and_wide(const FrameSpace& s) {
  const bool bar = is_bar(s);  // below the others, which takes more of the height
  return !bar && s.area.height() < kStageAndOne * s.em && s.area.width() >= kWideForTwo * s.em;
}

/// A panel beside the stage, on the side that it has in a large window.
Box place_beside_stage(FramePanel panel, const FrameSpace& s, Rest& rest) {
  const float room = rest.box.width(), most = room - s.gap - kStageWidth * s.em;
  const float least = (panel == FramePanel::Lesson ? kLeastLesson : kLeastOfOne) * s.em;
  const float width = std::floor(std::min(std::max(room * kShareOfOne, least), most));
  return panel == FramePanel::Lesson || panel == FramePanel::Map ? rest.left(width) : rest.right(width);
}

/// The chosen panel, beside the stage in a window that is wide enough.
FramePlan plan_one(const FrameSpace& s, Rest rest) {
  FramePlan plan;
  const FramePanel only = only_panel(s);
  plan.one_panel = true;
  if (s.area.height() >= kChooserOfItsOwn * s.em) plan.chooser = rest.top(std::floor(kChooser * s.em));
  if (s.edits > 0 && is_low_and_wide(s)) plan.edits = rest.top(std::min(s.edits, rest.box.height() * 0.3f));
  if (only != FramePanel::Stage && is_low_and_wide(s))
    plan.*place_of(only) = place_beside_stage(only, s, rest);
  if (only == FramePanel::Stage || is_low_and_wide(s))
    plan.stage = rest.box;
  else
    plan.*place_of(only) = rest.box;
  return plan;
}

FramePlan plan_several(FrameSpace s, Rest rest) {
  FramePlan plan;
  place_lesson(s, rest, plan);
  plan.tokens = rest.top(token_height(s, rest.box.height()));
  if (s.edits > 0) plan.edits = rest.top(std::min(s.edits, rest.box.height() * 0.3f));
  place_bottom(s, rest, plan);
  place_body(s, rest, plan);
  return plan;
}

}  // namespace

Box FramePlan::*place_of(FramePanel panel) {
  switch (panel) {
    case FramePanel::Lesson: return &FramePlan::lesson;
    case FramePanel::Text: return &FramePlan::tokens;
    case FramePanel::Map: return &FramePlan::map;
    case FramePanel::Stage: return &FramePlan::stage;
    case FramePanel::Inspector: return &FramePlan::inspector;
    case FramePanel::Steps: return &FramePlan::filmstrip;
    case FramePanel::Training: return &FramePlan::training;
  }
  no_such_kind("panel");
}

float StillStage::edits_height(float wanted, bool asked, const StagePointer& pointer) {
  const bool over = stage_.contains(pointer.at);
  if (pointer.pressed && over) held_ = true;
  if (!pointer.down && !over) held_ = false;
  if (std::exchange(asked_, asked) != asked) held_ = false;
  down_ = held_ && pointer.down;
  if (!held_) edits_ = wanted;
  return edits_;
}

FramePlan plan_frame(const FrameSpace& space) {
  Rest rest{grown(space.area, -space.gap), space.gap};
  if (space.screen.presenting) {
    FramePlan plan;
    FrameSpace presented = space;
    place_lesson(presented, rest, plan);
    plan.stage = rest.box;
    return plan;
  }
  return fits_several(space) && !is_low_and_wide(space) ? plan_several(space, rest) : plan_one(space, rest);
}

}  // namespace attnlab
