// The sizes of panels, from the outside in.
#include "app/views/frame/frame_layout.h"

#include <algorithm>
#include <cmath>

namespace attnlab {
namespace {

// Least sizes, in em.
constexpr float kMapWidth = 11, kInspector = 12.5f, kStageWidth = 18, kBody = 11, kBottom = 2.9f;
constexpr float kTraining = 19, kFilmstrip = 15, kTokensHeight = 3.2f;
/// Two text fields: so much the token bar always gets.
constexpr float kTextFields = 5.8f;
/// A lower bottom holds one line only.
constexpr float kFilmstripHeight = 7;

PanelSize panel_size(double wanted, float standard, float least, float most) {
  const auto chosen = static_cast<float>(wanted);
  most = std::max(least, most);
  standard = std::clamp(standard, least, most);
  return {std::floor(std::clamp(chosen > 0 ? chosen : standard, least, most)), least, most, standard};
}

/// Hands out parts of a box from its edges, with gaps between them.
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

/// The token bar gets what it asks for, up to a share of the window.
float token_height(const FrameSpace& s, float height) {
  const float least = std::clamp(s.tokens, kTokensHeight * s.em, kTextFields * s.em),
              body = (kBody + kBottom) * s.em;
  const float share = s.edits > 0 ? 0.28f : 0.38f;
  const float most = std::min(height * share, height - body - 2 * s.gap);
  return std::floor(std::clamp(s.tokens, least, std::max(least, most)));
}

/// A share of the window, but high enough for the curves where there is room at all.
float standard_bottom(const FrameSpace& s) {
  const float height = s.area.height();
  return std::max(std::min(height * 0.22f, 15 * s.em), std::min(height * 0.27f, 11.5f * s.em));
}

void place_bottom(const FrameSpace& s, Rest& rest, FramePlan& plan) {
  const float height = rest.box.height(), em = s.em;
  plan.bottom_height =
      panel_size(s.screen.bottom_height, standard_bottom(s), kBottom * em, height - s.gap - kBody * em);
  const bool fits = height > (kBottom + 0.5f * kBody) * em;
  if (!s.screen.show_bottom || s.screen.stage_only || !fits) return;
  const bool low = plan.bottom_height.size < kFilmstripHeight * em;
  if (low) plan.bottom_height.size = std::floor(kBottom * em);
  Rest bottom{rest.bottom(plan.bottom_height.size), s.gap};
  const float width = bottom.box.width();
  plan.training_width = panel_size(s.screen.training_width, std::min(width * 0.42f, 54 * em), kTraining * em,
                                   width - s.gap - kFilmstrip * em);
  const bool both = !low && width >= (kTraining + kFilmstrip) * em + s.gap;
  plan.training = bottom.right(both ? plan.training_width.size : width);
  if (both) plan.filmstrip = bottom.box;
}

float standard_map(const FrameSpace& s) {
  const float width = s.area.width();
  return s.has_encoder ? std::min(width * 0.215f, 27 * s.em) : std::min(width * 0.165f, 19 * s.em);
}

/// Left to right: map, stage, inspector. Sizes give way before panels do.
void place_body(const FrameSpace& s, Rest& rest, FramePlan& plan) {
  const float width = rest.box.width(), em = s.em, stage = kStageWidth * em;
  const auto room = [&](float taken) { return width - stage - taken; };
  const bool beside = !s.screen.stage_only;
  const bool inspector = beside && s.screen.show_inspector && room(s.gap) >= kInspector * em;
  const float kept = inspector ? kInspector * em + s.gap : 0;
  const bool map = beside && s.screen.show_map && room(kept + s.gap) >= kMapWidth * em;
  plan.map_width = panel_size(s.screen.map_width, standard_map(s), kMapWidth * em, room(kept + s.gap));
  if (map) plan.map = rest.left(plan.map_width.size);
  const float taken = map ? plan.map_width.size + s.gap : 0;
  plan.inspector_width =
      panel_size(s.screen.inspector_width, std::clamp(s.area.width() * 0.22f, 16 * em, 27 * em),
                 kInspector * em, room(taken + s.gap));
  if (inspector) plan.inspector = rest.right(plan.inspector_width.size);
  plan.stage = rest.box;
}

}  // namespace

FramePlan plan_frame(const FrameSpace& space) {
  FramePlan plan;
  Rest rest{grown(space.area, -space.gap), space.gap};
  plan.tokens = rest.top(token_height(space, rest.box.height()));
  if (space.edits > 0) plan.edits = rest.top(std::min(space.edits, rest.box.height() * 0.3f));
  place_bottom(space, rest, plan);
  place_body(space, rest, plan);
  return plan;
}

}  // namespace attnlab
