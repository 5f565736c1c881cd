// The table of keys as people read it.
#include "app/views/frame/key_list.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

void draw_key(const Shortcut& s) {
  const float line = std::ceil(em() * 1.6f);
  const Box row = reserve({em() * 19, line});
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float width = text_size(fonts().mono, s.shown).x + em() * 0.7f;
  const Box cap{{row.min.x, row.min.y + em() * 0.12f}, {row.min.x + width, row.max.y - em() * 0.12f}};
  canvas.fill(cap, p.raised, em() * 0.25f);
  canvas.frame(cap, p.border, em() * 0.25f);
  draw_text_in(canvas, fonts().mono, cap, p.text, s.shown, Align::Centre);
  draw_text_in(canvas, fonts().ui, {{row.min.x + em() * 8, row.min.y}, row.max}, p.text_dim, tr(s.help));
}

/// Whether a key is listed under a heading: "" for the keys of the view alone, or a group of shared keys.
bool belongs(const Shortcut& s, const AppState& state, std::string_view group) {
  if (s.shown.empty() || !is_listed(s, state)) return false;
  const bool own = is_of_view(s, *state.view);
  return group.empty() ? own : !own && s.group == group;
}

void draw_keys(const AppState& state, std::string_view group) {
  for (const Shortcut& s : shortcuts())
    if (belongs(s, state, group)) draw_key(s);
}

bool any_key(const AppState& state, std::string_view group) {
  return std::ranges::any_of(shortcuts(), [&](const Shortcut& s) { return belongs(s, state, group); });
}

}  // namespace

bool is_listed(const Shortcut& shortcut, const AppState& state) {
  return shortcut.lesson || in_force(shortcut, state);
}

void draw_key_list(const AppState& state) {
  const bool wide = ImGui::GetMainViewport()->WorkSize.x > em() * 44;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, em() * 0.1f});
  ImGui::BeginGroup();
  if (any_key(state, "")) {
    group_label(tr("In this view: {1}", tr(state.view->title)));
    draw_keys(state, "");
  }
  std::string_view group;
  for (const Shortcut& s : shortcuts()) {
    if (s.group == group) continue;
    group = s.group;
    if (!any_key(state, group)) continue;
    if (wide && group == kTrainKeys) {
      ImGui::EndGroup();
      ImGui::SameLine(0, em() * 2);
      ImGui::BeginGroup();
    }
    group_label(tr(group));
    draw_keys(state, group);
  }
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, em() * 0.3f});
  dim_text(tr(
      "Tab moves through everything that can be pressed, and Enter presses it. A click on a token, a cell or "
      "a head selects it everywhere. Ctrl with the wheel zooms a matrix; Ctrl with dragging moves over it."));
}

}  // namespace attnlab
