// A ring around one widget, wherever it is; at the edge of its panel an arrow, where it is scrolled away.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "app/views/common/panel_choice.h"
#include "app/views/common/views.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/base/targets.h"

namespace attnlab {
namespace {

/// How often the ring pulses before it stands still, and how long once, in milliseconds.
constexpr int kPulses = 3;
constexpr float kPulseMs = 400;

/// The ring on screen, and since when; and what was tried to bring its widget into sight.
struct Halo {
  std::string name;
  double began = 0;
  int unseen = 0;         ///< frames since the last try
  std::size_t tries = 0;  ///< of kWays
  bool scrolled = false;
};

/// Frames that a widget has to appear after each try.
constexpr int kFramesToAppear = 4;

/// A way to bring a widget on screen that is not drawn: a command, where that would change anything.
using Way = std::optional<Command> (*)(const ViewModel& model);

/// Another panel where the window has room for one, or for one beside the stage.
template <FramePanel panel>
std::optional<Command> other_panel(const ViewModel& m) {
  const PanelChoice& choice = m.remembered<PanelChoice>();
  const bool seen = m.screen.only == panel || (panel == FramePanel::Stage && choice.stage);
  if (!choice.offered || seen) return {};
  return Command{"panel.only",
                 {std::string(std::ranges::find(kFramePanels, panel, &FramePanelRow::panel)->name)}};
}

constexpr Way kWays[] = {
    [](const ViewModel& m) -> std::optional<Command> {
      if (m.lesson->halo_view.empty() || m.lesson->halo_view == m.state.view->name) return {};
      return Command{"view", {m.lesson->halo_view}};
    },
    other_panel<FramePanel::Stage>,
    other_panel<FramePanel::Inspector>,
    other_panel<FramePanel::Training>,
    other_panel<FramePanel::Steps>,
    other_panel<FramePanel::Text>,
    other_panel<FramePanel::Map>,
    other_panel<FramePanel::Lesson>,
    [](const ViewModel& m) -> std::optional<Command> {
      if (!m.screen.stage_only) return {};
      return Command{"stage.alone", {"off"}};
    },
    [](const ViewModel& m) -> std::optional<Command> {
      if (m.screen.show_inspector) return {};
      return Command{"panel", {"inspector", "on"}};
    },
    [](const ViewModel& m) -> std::optional<Command> {
      if (m.screen.show_bottom) return {};
      return Command{"panel", {"bottom", "on"}};
    },
};

/// Tries one way after another until the widget is drawn.
void look_for_it(const ViewModel& model, Halo& halo, const Emit& emit) {
  if (halo.tries == std::size(kWays) || !model.lesson->doing.empty()) return;
  widgets().animating = true;
  if (++halo.unseen < kFramesToAppear) return;
  halo.unseen = 0;
  while (halo.tries < std::size(kWays))
    if (const auto command = kWays[halo.tries++](model)) return emit(*command);
}

/// A widget that is scrolled away comes into sight once; then the user may scroll it away again.
void scroll_to_it(Halo& halo) {
  if (std::exchange(halo.scrolled, true)) return;
  reveal_target(halo.name);
  widgets().animating = true;
}

Box box_of(const TargetRect& r) { return {{r.x0, r.y0}, {r.x1, r.y1}}; }

/// 0 at rest, up to 1 in the middle of a pulse.
float pulse(const Halo& halo) {
  if (!widgets().motion) return 0;
  const auto passed = float((ImGui::GetTime() - halo.began) * 1000) / kPulseMs;
  if (passed >= float(kPulses)) return 0;
  widgets().animating = true;
  return std::sin((passed - std::floor(passed)) * 3.14159265f);
}

void draw_ring(const Box& box, float strength) {
  ImDrawList* const list = ImGui::GetForegroundDrawList();
  const Palette& p = theme().palette;
  const float thick = std::max(2.0f, em() * 0.18f), out = thick + em() * (0.15f + 0.3f * strength);
  const Box ring = grown(box, out);
  const float rounding = ImGui::GetStyle().FrameRounding + out;
  list->AddRect(grown(ring, thick).min, grown(ring, thick).max, faded(p.accent, 0.35f), rounding + thick, 0,
                thick);
  list->AddRect(grown(ring, 1).min, grown(ring, 1).max, faded(p.panel, 0.85f), rounding, 0, thick + 2);
  list->AddRect(ring.min, ring.max, p.accent, rounding, 0, thick);
}

/// An arrow at the edge of the panel, towards the widget.
void draw_arrow(const Box& clip, ImVec2 towards, float strength) {
  ImDrawList* const list = ImGui::GetForegroundDrawList();
  const float size = em() * (0.8f + 0.2f * strength), inset = size + em() * 0.4f;
  const Box room = grown(clip, -inset);
  const ImVec2 at{std::clamp(towards.x, room.min.x, std::max(room.min.x, room.max.x)),
                  std::clamp(towards.y, room.min.y, std::max(room.min.y, room.max.y))};
  const float dx = towards.x - at.x, dy = towards.y - at.y, length = std::max(std::hypot(dx, dy), 1.0f);
  const ImVec2 d{dx / length, dy / length}, n{-d.y, d.x};
  const ImVec2 tip{at.x + d.x * size, at.y + d.y * size};
  const ImVec2 left{at.x - d.x * size * 0.6f + n.x * size * 0.8f,
                    at.y - d.y * size * 0.6f + n.y * size * 0.8f},
      right{at.x - d.x * size * 0.6f - n.x * size * 0.8f, at.y - d.y * size * 0.6f - n.y * size * 0.8f};
  list->AddTriangleFilled(tip, left, right, theme().palette.accent);
  list->AddTriangle(tip, left, right, theme().palette.panel, 1.5f);
}

}  // namespace

void draw_halo(const ViewModel& model, const Emit& emit) {
  Halo& halo = model.remembered<Halo>();
  const std::string wanted = model.lesson ? model.lesson->halo : std::string();
  if (wanted != halo.name) halo = {wanted, ImGui::GetTime()};
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (wanted.empty() || popup) return;
  const auto seen = find_target(wanted);
  if (!seen) return look_for_it(model, halo, emit);
  const float strength = pulse(halo);
  if (!seen->empty()) return draw_ring(box_of(*seen), strength);
  scroll_to_it(halo);
  if (const auto place = find_target_place(wanted))
    draw_arrow(box_of(place->clip), box_of(place->all).centre(), strength);
}

}  // namespace attnlab
