// Focus over ImGui's items. ImGui's own Tab stops at text fields only, and its arrows would take the
// program's.
#include "app/widgets/focus.h"

#include <imgui_internal.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/script/targets.h"
#include "app/theme/fonts.h"
#include "app/theme/theme.h"
#include "app/widgets/keys.h"

namespace attnlab {
namespace {

struct Stop {
  std::string name;
  ImGuiID id;
  ImGuiWindow* window;
  Box box;
  bool text;  ///< a text field: to have the focus is to type
};

/// What the focus keeps between frames.
struct Focus {
  std::vector<Stop> stops;  ///< of this frame
  std::unordered_set<ImGuiID> seen;
  ImGuiID id = 0;
  std::string name;
  int at = -1;  ///< where the focus was among the stops, for when its widget has gone
  bool shown = false;
  bool arrows = false, arrows_before = false;  ///< the focused widget takes them
  bool steps = false, steps_before = false;    ///< they move the focus on from it
  std::string wanted;                          ///< what is to have the focus
  int popups = 0;
  ImGuiID below = 0;  ///< had the focus when the popup opened
  bool below_shown = false;
} g;

bool pressed(std::string_view key) { return ImGui::IsKeyPressed(parse_key(key).key, true); }

bool typing() { return ImGui::GetIO().WantTextInput; }

/// Whether the window is the topmost popup or in it; any window where there is none.
bool reachable(const ImGuiWindow* window) {
  const auto& popups = ImGui::GetCurrentContext()->OpenPopupStack;
  if (popups.empty() || !popups.back().Window) return true;
  for (; window; window = window->ParentWindow)
    if (window == popups.back().Window) return true;
  return false;
}

int find_stop(ImGuiID id) {
  const auto found = std::ranges::find(g.stops, id, &Stop::id);
  return found == g.stops.end() ? -1 : static_cast<int>(found - g.stops.begin());
}

void focus_on(int at) {
  const Stop& stop = g.stops[static_cast<std::size_t>(at)];
  g.id = stop.id;
  g.name = stop.name;
  g.at = at;
  g.shown = true;
  if (!reachable(stop.window)) return;
  ImGui::ClearActiveID();
  ImGui::FocusWindow(stop.window);
  ImGui::SetFocusID(stop.id, stop.window);
  ImGui::ScrollToBringRectIntoView(stop.window, ImRect(stop.box.min, stop.box.max));
  if (!stop.text) return;
  ImGui::ActivateItem(stop.id);
  ImGui::GetCurrentContext()->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

void move_focus(int by) {
  const int count = static_cast<int>(g.stops.size()), here = find_stop(g.id);
  int at = here >= 0 ? here : by > 0 ? std::max(g.at, 0) - 1 : std::max(g.at, 0);
  for (int tries = 0; tries < count; ++tries) {
    at = ((at + by) % count + count) % count;
    if (reachable(g.stops[static_cast<std::size_t>(at)].window)) return focus_on(at);
  }
}

/// A popup takes the focus, and gives it back.
void follow_popups() {
  const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (popups > 0 && g.popups == 0) g.below = g.id, g.below_shown = g.shown;
  if (popups > g.popups) g.shown = false, g.id = 0, g.at = -1;
  if (popups == 0 && g.popups > 0) g.id = g.below, g.shown = g.below_shown, g.at = find_stop(g.id);
  g.popups = popups;
}

/// Inside popups ImGui's own arrows walk through menus and lists.
void follow_menus() {
  ImGuiIO& io = ImGui::GetIO();
  if (g.popups > 0)
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (g.popups > 0 && !context.NavDisableHighlight && find_stop(context.NavId) >= 0)
    g.id = context.NavId, g.shown = true;
}

void follow_mouse() {
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  g.shown = false;
  g.id = ImGui::GetCurrentContext()->HoveredId;
  g.at = find_stop(g.id);
}

void follow_wanted() {
  if (g.wanted.empty()) return;
  const auto found = std::ranges::find(g.stops, std::exchange(g.wanted, ""), &Stop::name);
  if (found != g.stops.end()) focus_on(static_cast<int>(found - g.stops.begin()));
}

void read_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt) return;
  if (pressed("Tab")) return move_focus(io.KeyShift ? -1 : 1);
  if (!g.shown || typing()) return;
  if (pressed("Escape")) g.shown = false;
  const bool menus = g.popups > 0;  // ImGui presses with Space there by itself
  if (g.arrows || find_stop(g.id) < 0) return;
  if (pressed("Enter") || (pressed("Space") && !menus)) ImGui::ActivateItem(g.id);
}

void draw_ring() {
  const int at = find_stop(g.id);
  if (!g.shown || at < 0) return;
  const Stop& stop = g.stops[static_cast<std::size_t>(at)];
  g.at = at;
  g.name = stop.name;
  if (!reachable(stop.window)) return;
  const float thick = std::max(2.0f, em() / 8), out = thick;
  const ImRect& clip = stop.window->ClipRect;
  ImDrawList* const list = ImGui::GetForegroundDrawList();
  list->PushClipRect({clip.Min.x - out, clip.Min.y - out}, {clip.Max.x + out, clip.Max.y + out});
  const Box ring = grown(stop.box, out);
  list->AddRect(ring.min, ring.max, theme().palette.accent, ImGui::GetStyle().FrameRounding + out, 0, thick);
  list->PopClipRect();
}

}  // namespace

void add_focus_stop(std::string_view name, ImGuiID id, const Box& box) {
  if (id == 0 || box.empty() || ignores_targets() || !g.seen.insert(id).second) return;
  g.stops.push_back({std::string(name), id, ImGui::GetCurrentWindow(), box, false});
}

void add_focus_stop(std::string_view name, const Box& box) {
  const ImGuiLastItemData& item = ImGui::GetCurrentContext()->LastItemData;
  const Box own{item.Rect.Min, item.Rect.Max};
  if ((item.InFlags & ImGuiItemFlags_Disabled) != 0 || intersection(own, box).empty()) return;
  const std::size_t before = g.stops.size();
  add_focus_stop(name, item.ID, own);
  if (g.stops.size() > before) g.stops.back().text = (item.InFlags & ImGuiItemFlags_Inputable) != 0;
}

bool item_focused() {
  return g.shown && g.id != 0 && !ignores_targets() && ImGui::GetCurrentContext()->LastItemData.ID == g.id;
}

namespace {

ImGuiDir pressed_arrow() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeyShift) return ImGuiDir_None;
  if (pressed("Left")) return ImGuiDir_Left;
  if (pressed("Right")) return ImGuiDir_Right;
  if (pressed("Up")) return ImGuiDir_Up;
  return pressed("Down") ? ImGuiDir_Down : ImGuiDir_None;
}

}  // namespace

ImGuiDir focus_arrow() {
  if (!item_focused()) return ImGuiDir_None;
  g.arrows = true;
  return pressed_arrow();
}

ImGuiDir focus_step() {
  if (!item_focused()) return ImGuiDir_None;
  g.steps = true;
  return pressed_arrow();
}

void give_focus(std::string_view name) { g.wanted = name; }

int moved_by(ImGuiDir arrow, int at, int count, bool vertical) {
  const ImGuiDir less = vertical ? ImGuiDir_Up : ImGuiDir_Left,
                 more = vertical ? ImGuiDir_Down : ImGuiDir_Right;
  return std::clamp(at + (arrow == more) - (arrow == less), 0, std::max(count - 1, 0));
}

bool focus_takes(int key) {
  if (!g.shown) return false;
  const auto is = [key](std::string_view name) { return parse_key(name).key == key; };
  if (is("Enter") || is("Space") || is("Tab") || is("Escape")) return true;
  return (g.arrows_before || g.steps_before) && (is("Left") || is("Right") || is("Up") || is("Down"));
}

std::string focus_name() { return g.shown && !g.name.empty() ? g.name : "none"; }

void update_focus() {
  follow_popups();
  follow_menus();
  follow_mouse();
  read_keys();
  follow_wanted();
  draw_ring();
  g.arrows_before = std::exchange(g.arrows, false);
  g.steps_before = std::exchange(g.steps, false);
  g.stops.clear();
  g.seen.clear();
}

}  // namespace attnlab
