// Tabs in groups: side by side if they fit, else other groups as buttons with lists, else one list.
#include "app/views/frame/view_tabs.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

std::vector<TabGroup> tab_groups(std::span<const Feature* const> views) {
  std::vector<TabGroup> groups;
  for (const Feature* view : views) {
    if (groups.empty() || groups.back().group != view->group) groups.push_back({view->group, {}});
    groups.back().tabs.push_back(view);
  }
  return groups;
}

std::vector<bool> open_groups(std::span<const TabWidths> widths, std::size_t chosen, float room) {
  for (std::size_t i = 0; i < widths.size(); ++i) room -= i == chosen ? widths[i].open : widths[i].folded;
  if (room < 0) return {};
  std::vector<bool> open(widths.size());
  open[chosen] = true;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const float more = widths[i].open - widths[i].folded;
    if (i == chosen || more > room) continue;
    open[i] = true;
    room -= more;
  }
  return open;
}

namespace {

using Tabs = std::vector<const Feature*>;

/// The tabs of the open model; all tabs without a model.
Tabs tabs_of(const ViewModel& model) { return offered_views(model.trace ? &model.trace->config() : nullptr); }

std::string tab_name(const Feature& view, Pane pane) {
  return (pane == Pane::Second ? "beside." : "view.") + std::string(view.name);
}

void choose(const Feature& view, Pane pane, const Emit& emit) {
  emit({pane == Pane::Second ? "view.beside" : "view", {std::string(view.name)}});
}

/// The view that a second pane opens with: the next one.
const Feature& next_view(const Tabs& tabs, const Feature& view) {
  const auto here = std::ranges::find(tabs, &view);
  return here == tabs.end() || here + 1 == tabs.end() ? *tabs.front() : **(here + 1);
}

/// The view of a pane.
const Feature& shown_in(Pane pane, const AppState& state) {
  return pane == Pane::Second ? *state.beside : *state.view;
}

/// Whether `view` can be chosen: the other pane's view cannot.
bool possible(const AppState& state, const Feature& view, Pane pane) {
  return &view != (pane == Pane::Second ? state.view : state.beside);
}

/// One line of a list of views.
void list_view(const Feature& view, const AppState& state, Pane pane, const Emit& emit) {
  const Box box = box_at(ImGui::GetCursorScreenPos(), {em() * 9, ImGui::GetFontSize()});
  std::string room;
  const std::string label =
      std::string(drawn_text(fonts().ui, tr(view.title), room)) + "###" + tab_name(view, pane);
  const bool pressed =
      ImGui::Selectable(label.c_str(), &view == &shown_in(pane, state),
                        possible(state, view, pane) ? 0 : ImGuiSelectableFlags_Disabled, box.size());
  mark(tab_name(view, pane), box);
  if (pressed) choose(view, pane, emit);
}

/// The views of all groups but one, under the groups' titles.
void list_groups(const std::vector<TabGroup>& groups, const ViewGroup* except, const AppState& state,
                 Pane pane, const Emit& emit) {
  for (const TabGroup& group : groups) {
    if (group.group == except) continue;
    group_label(tr(group.group->title));
    for (const Feature* view : group.tabs) list_view(*view, state, pane, emit);
  }
}

/// All views as a list under one button.
void draw_list(const Tabs& tabs, const AppState& state, Pane pane, const Emit& emit) {
  const char* const name = pane == Pane::Second ? "beside.list" : "view.list";
  if (text_button(name, Icon::ChevronDown, tr(shown_in(pane, state).title), tr("Choose a view"),
                  {.plain = true}))
    ImGui::OpenPopup(name);
  if (!ImGui::BeginPopup(name)) return;
  list_groups(tab_groups(tabs), nullptr, state, pane, emit);
  ImGui::EndPopup();
}

/// Pixels around a title: with room, and with little room.
float wide_tab() { return em() * 1.2f; }
float narrow_tab() { return em() * 0.7f; }
/// Pixels between two groups.
float group_gap() { return em() * 0.9f; }
float chevron_width() { return ImGui::GetFontSize() * 0.9f; }

TabWidths widths_of(const TabGroup& group, float around) {
  TabWidths widths{group_gap(),
                   text_size(fonts().ui, tr(group.group->title)).x + around + chevron_width() + group_gap()};
  for (const Feature* view : group.tabs) widths.open += text_size(fonts().ui, tr(view->title)).x + around;
  widths.folded = std::min(widths.folded, widths.open);
  return widths;
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

/// A title with a chevron that opens the popup `name`. True while the popup is open, to be ended.
bool begin_folded(const char* name, std::string_view title, std::string_view help, float around) {
  const Palette& p = theme().palette;
  const float text = text_size(fonts().ui, title).x + around;
  const Box box = box_at(ImGui::GetCursorScreenPos(), {text + chevron_width(), ImGui::GetFrameHeight()});
  const bool pressed = ImGui::InvisibleButton(name, box.size());
  mark(name, box);
  const Colour ink = ImGui::IsItemHovered() || ImGui::IsItemFocused() ? p.text : p.text_dim;
  const Box words{box.min, {box.min.x + text, box.max.y}};
  draw_text_in(control_canvas(), fonts().ui, words, ink, title, Align::Centre);
  draw_icon(control_canvas(), Icon::ChevronDown, {{words.max.x - around / 4, box.min.y}, box.max}, ink);
  tip(help);
  if (pressed) ImGui::OpenPopup(name);
  ImGui::SetNextWindowPos({box.min.x, box.max.y}, ImGuiCond_Appearing);
  return ImGui::BeginPopup(name);
}

/// The button of a folded group, and its list.
void draw_folded(const TabGroup& group, const AppState& state, float around, const Emit& emit) {
  const std::string name = "group." + std::string(group.group->name);
  if (!begin_folded(name.c_str(), tr(group.group->title), tr(group.group->help), around)) return;
  for (const Feature* view : group.tabs) list_view(*view, state, Pane::First, emit);
  ImGui::EndPopup();
}

constexpr const char* kMore = tr_mark("More");

void draw_open(const TabGroup& group, const Feature& now, float around, const Emit& emit) {
  for (const Feature* view : group.tabs) {
    if (view != group.tabs.front()) ImGui::SameLine(0, 0);
    if (draw_tab(tab_name(*view, Pane::First), tr(view->title), view == &now, around))
      choose(*view, Pane::First, emit);
    tip_term(view->term);
  }
}

/// The tabs of the chosen group, and one button for all others. False if they do not fit.
bool draw_chosen(const std::vector<TabGroup>& groups, const TabGroup& chosen, const AppState& state,
                 float room, const Emit& emit) {
  const float around = narrow_tab();
  const float more = text_size(fonts().ui, tr(kMore)).x + around + chevron_width();
  if (widths_of(chosen, around).open + more > room) return false;
  draw_open(chosen, *state.view, around, emit);
  ImGui::SameLine(0, group_gap());
  if (begin_folded("group.more", tr(kMore), tr("more views"), around)) {
    list_groups(groups, chosen.group, state, Pane::First, emit);
    ImGui::EndPopup();
  }
  return true;
}

/// The groups that are open in `room` pixels, with as many pixels around titles as there is room for.
std::vector<bool> fitting(const std::vector<TabGroup>& groups, std::size_t chosen, float room,
                          float& around) {
  std::vector<bool> open;
  for (const float tried : {wide_tab(), narrow_tab()}) {
    std::vector<TabWidths> widths;
    for (const TabGroup& group : groups) widths.push_back(widths_of(group, tried));
    around = tried;
    open = open_groups(widths, chosen, room);
    if (!open.empty() && std::ranges::find(open, false) == open.end()) break;
  }
  return open;
}

/// The tabs in `room` pixels. False if they do not fit.
bool draw_groups(const Tabs& tabs, const AppState& state, float room, const Emit& emit) {
  const std::vector<TabGroup> groups = tab_groups(tabs);
  const auto here = std::ranges::find(groups, state.view->group, &TabGroup::group);
  if (here == groups.end()) return false;
  float around = 0;
  const std::vector<bool> open =
      fitting(groups, static_cast<std::size_t>(here - groups.begin()), room, around);
  if (open.empty()) return draw_chosen(groups, *here, state, room, emit);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, group_gap());
    if (open[i]) {
      draw_open(groups[i], *state.view, around, emit);
    } else {
      draw_folded(groups[i], state, around, emit);
    }
  }
  return true;
}

}  // namespace

void draw_view_tabs(const ViewModel& model, Pane pane, const Emit& emit) {
  const AppState& state = model.state;
  const bool second = pane == Pane::Second;
  const Tabs tabs = tabs_of(model);
  const float button = ImGui::GetFrameHeight() + em() * 0.5f;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight();
  const float room = ImGui::GetContentRegionAvail().x - button;
  if (state.beside || !draw_groups(tabs, state, room, emit)) draw_list(tabs, state, pane, emit);
  if (model.screen.presenting && !second) {
    ImGui::SameLine(right);
    if (icon_button("present.leave", Icon::Close, tr("Leave the presentation (F5)"), {.plain = true}))
      emit({"present", {"off"}});
  } else if (!state.beside || second) {
    ImGui::SameLine(right);
    if (second && icon_button("beside.close", Icon::Close, tr("Close the second view"), {.plain = true}))
      emit({"view.beside", {"none"}});
    if (!second && tabs.size() > 1 &&
        icon_button("view.split", Icon::Split, tr("A second view beside this one"), {.plain = true}))
      choose(next_view(tabs, *state.view), Pane::Second, emit);
  }
  ImGui::Dummy({0, em() * 0.2f});
}

}  // namespace attnlab
