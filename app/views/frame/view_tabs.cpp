// Tabs: side by side where they fit, else a list.
#include "app/views/frame/view_tabs.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

using Tabs = std::vector<const ViewKind*>;

/// The tabs of the open model; all tabs without a model.
Tabs tabs_of(const ViewModel& model) { return offered_views(model.trace ? &model.trace->config() : nullptr); }

std::string tab_name(const ViewKind& view, Pane pane) {
  return (pane == Pane::Second ? "beside." : "view.") + std::string(view.name);
}

void choose(const ViewKind& view, Pane pane, const Emit& emit) {
  emit({pane == Pane::Second ? "view.beside" : "view", {std::string(view.name)}});
}

/// The view that a second pane opens with: the next one.
const ViewKind& next_view(const Tabs& tabs, const ViewKind& view) {
  const auto here = std::ranges::find(tabs, &view);
  return here == tabs.end() || here + 1 == tabs.end() ? *tabs.front() : **(here + 1);
}

/// Whether `view` can be chosen: the other pane's view cannot.
bool possible(const AppState& state, const ViewKind& view, Pane pane) {
  return &view != (pane == Pane::Second ? state.view : state.beside);
}

void draw_list(const Tabs& tabs, const AppState& state, const ViewKind& now, Pane pane, const Emit& emit) {
  const char* const name = pane == Pane::Second ? "beside.list" : "view.list";
  if (text_button(name, Icon::ChevronDown, now.title, "Choose a view", {.plain = true}))
    ImGui::OpenPopup(name);
  if (!ImGui::BeginPopup(name)) return;
  for (const ViewKind* view : tabs) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {em() * 9, ImGui::GetFontSize()});
    const bool chosen =
        ImGui::Selectable(view->title.data(), view == &now,
                          possible(state, *view, pane) ? 0 : ImGuiSelectableFlags_Disabled, box.size());
    mark(tab_name(*view, pane), box);
    if (chosen) choose(*view, pane, emit);
  }
  ImGui::EndPopup();
}

/// Width of all tabs side by side, with `around` pixels around each title.
float tabs_width(const Tabs& tabs, float around) {
  float width = 0;
  for (const ViewKind* view : tabs) width += text_size(fonts().ui, view->title).x + around;
  return width;
}

/// One tab: its title, with a line under the chosen one.
bool draw_tab(const std::string& name, std::string_view title, bool chosen, float around) {
  const Palette& p = theme().palette;
  const float height = ImGui::GetFrameHeight(), width = text_size(fonts().ui, title).x + around;
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height});
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
  const Canvas canvas = control_canvas();
  draw_text_in(canvas, chosen ? fonts().ui_bold : fonts().ui, box, chosen || hot ? p.text : p.text_dim, title,
               Align::Centre);
  if (!chosen) return pressed;
  const float thick = std::max(2.0f, em() / 7);
  canvas.fill({{box.min.x + around / 4, box.max.y - thick}, {box.max.x - around / 4, box.max.y}}, p.accent,
              thick / 2);
  return pressed;
}

void draw_tabs(const Tabs& tabs, const ViewKind& now, Pane pane, float around, const Emit& emit) {
  for (const ViewKind* view : tabs) {
    if (view != tabs.front()) ImGui::SameLine(0, 0);
    if (draw_tab(tab_name(*view, pane), view->title, view == &now, around)) choose(*view, pane, emit);
    tip_term(view->term);
  }
}

}  // namespace

void draw_view_tabs(const ViewModel& model, Pane pane, const Emit& emit) {
  const AppState& state = model.state;
  const bool second = pane == Pane::Second;
  const ViewKind& now = second ? *state.beside : *state.view;
  const Tabs tabs = tabs_of(model);
  const float button = ImGui::GetFrameHeight() + em() * 0.5f;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight();
  const float room = ImGui::GetContentRegionAvail().x - button, wide = em() * 1.2f, narrow = em() * 0.7f;
  if (!state.beside && tabs_width(tabs, narrow) <= room) {
    draw_tabs(tabs, now, pane, tabs_width(tabs, wide) <= room ? wide : narrow, emit);
  } else {
    draw_list(tabs, state, now, pane, emit);
  }
  if (model.screen.presenting && !second) {
    ImGui::SameLine(right);
    if (icon_button("present.leave", Icon::Close, "Leave the presentation (F5)", {.plain = true}))
      emit({"present", {"off"}});
  } else if (!state.beside || second) {
    ImGui::SameLine(right);
    if (second && icon_button("beside.close", Icon::Close, "Close the second view", {.plain = true}))
      emit({"view.beside", {"none"}});
    if (!second && tabs.size() > 1 &&
        icon_button("view.split", Icon::Split, "A second view beside this one", {.plain = true}))
      choose(next_view(tabs, now), Pane::Second, emit);
  }
  ImGui::Dummy({0, em() * 0.2f});
}

}  // namespace attnlab
