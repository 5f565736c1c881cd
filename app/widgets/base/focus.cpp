// Focus over ImGui's items: ImGui's own Tab stops at text fields only, and its arrow keys would replace the
// program's.
#include "app/widgets/base/focus.h"

#include <imgui_internal.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/theme/fonts.h"
#include "app/theme/theme.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"
#include "app/widgets/base/keys.h"

namespace attnlab {
namespace {

/// Frames in which a text field with the focus may wait for the keyboard.
constexpr int kMostFieldWaits = 8;

struct Stop {
  std::string name;
  ImGuiID id;
  ImGuiWindow* window;
  Box box;
  bool text;  ///< a text field, which types while it has the focus
};

/// What the focus remembers between frames.
struct Focus {
  std::vector<Stop> stops;  ///< of this frame
  std::unordered_set<ImGuiID> seen;
  ImGuiID id = 0;
  std::string name;
  int at = -1;  ///< where the focus was among the stops, for when its widget has gone
  bool shown = false;
  bool arrows = false, arrows_before = false;  ///< the focused widget owns the arrow keys
  bool steps = false, steps_before = false;    ///< the arrow keys move the focus on
  bool types = false, types_before = false;    ///< the focused widget owns all keys
  int passes = 0;                              ///< the focused widget passes the focus on
  bool typed_into = false;                     ///< the focused text field has had the keyboard
  int waits = 0;                               ///< frames in which it has been without
  std::string wanted;                          ///< the widget that gets the focus
  std::string typed_name;                      ///< of the text field that has the keyboard
  int popups = 0;
  ImGuiID below = 0;  ///< had the focus when the popup opened
  bool below_shown = false;
};

Focus& keyboard_focus() { return remembered<Focus>(); }

bool pressed(std::string_view key) { return key_pressed(parse_key(key).key, true); }

bool typing() { return ImGui::GetIO().WantTextInput; }

/// Whether the window is the topmost popup or inside it; true without a popup.
bool reachable(const ImGuiWindow* window) {
  const auto& popups = ImGui::GetCurrentContext()->OpenPopupStack;
  if (popups.empty() || !popups.back().Window) return true;
  for (; window; window = window->ParentWindow)
    if (window == popups.back().Window) return true;
  return false;
}

int find_stop(ImGuiID id) {
  const Focus& focus = keyboard_focus();
  const auto found = std::ranges::find(focus.stops, id, &Stop::id);
  return found == focus.stops.end() ? -1 : static_cast<int>(found - focus.stops.begin());
}

void focus_on(int at) {
  Focus& focus = keyboard_focus();
  const Stop& stop = focus.stops[at];
  focus.id = stop.id;
  focus.name = stop.name;
  focus.at = at;
  focus.shown = true;
  focus.typed_into = false;
  focus.waits = 0;
  if (!reachable(stop.window)) return;
  ImGui::ClearActiveID();
  ImGui::FocusWindow(stop.window);
  ImGui::SetFocusID(stop.id, stop.window);
  ImGui::ScrollToBringRectIntoView(stop.window, ImRect(stop.box.min, stop.box.max));
  if (!stop.text) return;
  hold_keys();
  activate_item(stop.id, true);
}

void move_focus(int by) {
  Focus& focus = keyboard_focus();
  const int count = static_cast<int>(focus.stops.size()), typed = find_stop(ImGui::GetActiveID());
  const int here = typed >= 0 ? typed : find_stop(focus.id);
  int at = here >= 0 ? here : by > 0 ? std::max(focus.at, 0) - 1 : std::max(focus.at, 0);
  for (int tries = 0; tries < count; ++tries) {
    at = ((at + by) % count + count) % count;
    if (reachable(focus.stops[at].window)) return focus_on(at);
  }
}

/// A popup takes the focus, and gives it back.
void follow_popups() {
  Focus& focus = keyboard_focus();
  const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (popups > 0 && focus.popups == 0) focus.below = focus.id, focus.below_shown = focus.shown;
  if (popups > focus.popups) focus.shown = false, focus.id = 0, focus.at = -1;
  if (popups == 0 && focus.popups > 0)
    focus.id = focus.below, focus.shown = focus.below_shown, focus.at = find_stop(focus.id);
  focus.popups = popups;
}

/// Inside popups ImGui's own arrows walk through menus and lists.
void follow_menus() {
  Focus& focus = keyboard_focus();
  ImGuiIO& io = ImGui::GetIO();
  if (focus.popups > 0)
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (focus.popups == 0 || !shows_own_focus() || find_stop(context.NavId) < 0) return;
  if (focus.id != context.NavId) focus.typed_into = false, focus.waits = 0;
  focus.id = context.NavId, focus.shown = true;
}

void follow_mouse() {
  if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  Focus& focus = keyboard_focus();
  focus.shown = false;
  focus.id = ImGui::GetCurrentContext()->HoveredId;
  focus.at = find_stop(focus.id);
}

void follow_wanted() {
  Focus& focus = keyboard_focus();
  if (focus.wanted.empty()) return;
  const auto found = std::ranges::find(focus.stops, std::exchange(focus.wanted, ""), &Stop::name);
  if (found != focus.stops.end()) focus_on(static_cast<int>(found - focus.stops.begin()));
}

/// A text field without the keyboard must not look as if it had it: after Enter its ring is gone.
void follow_text_field() {
  Focus& focus = keyboard_focus();
  const int at = find_stop(focus.id);
  if (!focus.shown || at < 0 || !focus.stops[at].text) return;
  const bool active = ImGui::GetActiveID() == focus.id;
  if (!active && (focus.typed_into || ++focus.waits > kMostFieldWaits)) focus.shown = false;
  focus.typed_into |= active;
}

void read_keys() {
  Focus& focus = keyboard_focus();
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt) return;
  if (pressed("Tab") && !focus.types) return move_focus(io.KeyShift ? -1 : 1);
  if (!focus.shown || typing()) return;
  if (pressed("Escape")) focus.shown = false;
  const bool menus = focus.popups > 0;  // in menus ImGui itself presses with Space
  if (focus.arrows || focus.types || find_stop(focus.id) < 0) return;
  if (pressed("Enter") || (pressed("Space") && !menus)) activate_item(focus.id);
}

void draw_ring() {
  Focus& focus = keyboard_focus();
  const int at = find_stop(focus.id);
  if (!focus.shown || at < 0) return;
  const Stop& stop = focus.stops[at];
  focus.at = at;
  focus.name = stop.name;
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
  Focus& focus = keyboard_focus();
  if (id == 0 || box.empty() || widgets().nameless || !focus.seen.insert(id).second) return;
  focus.stops.push_back({std::string(name), id, ImGui::GetCurrentWindow(), box, false});
}

void add_focus_stop(std::string_view name, const Box& box) {
  Focus& focus = keyboard_focus();
  const ImGuiLastItemData& item = ImGui::GetCurrentContext()->LastItemData;
  const Box own{item.Rect.Min, item.Rect.Max};
  if ((last_item_flags() & ImGuiItemFlags_Disabled) != 0 || intersection(own, box).empty()) return;
  const std::size_t before = focus.stops.size();
  add_focus_stop(name, item.ID, own);
  if (focus.stops.size() > before)
    focus.stops.back().text = (last_item_flags() & ImGuiItemFlags_Inputable) != 0;
}

bool item_focused() {
  const Focus& focus = keyboard_focus();
  return focus.shown && focus.id != 0 && ImGui::GetCurrentContext()->LastItemData.ID == focus.id;
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
  keyboard_focus().arrows = true;
  return pressed_arrow();
}

ImGuiDir focus_step() {
  if (!item_focused()) return ImGuiDir_None;
  keyboard_focus().steps = true;
  return pressed_arrow();
}

bool focus_types() {
  if (!item_focused()) return false;
  return keyboard_focus().types = true;
}

bool focus_is_typed() { return keyboard_focus().shown && keyboard_focus().types_before; }

void pass_focus(int by) { keyboard_focus().passes = by; }

void give_focus(std::string_view name) { keyboard_focus().wanted = name; }

int moved_by(ImGuiDir arrow, int at, int count, ArrowAxis axis) {
  const bool vertical = axis == ArrowAxis::Vertical;
  const ImGuiDir less = vertical ? ImGuiDir_Up : ImGuiDir_Left,
                 more = vertical ? ImGuiDir_Down : ImGuiDir_Right;
  return std::clamp(at + (arrow == more) - (arrow == less), 0, std::max(count - 1, 0));
}

bool focus_takes(int key) {
  const Focus& focus = keyboard_focus();
  if (!focus.shown) return false;
  const auto is = [key](std::string_view name) { return parse_key(name).key == key; };
  if (is("Enter") || is("Space") || is("Tab") || is("Escape")) return true;
  return (focus.arrows_before || focus.steps_before) && (is("Left") || is("Right") || is("Up") || is("Down"));
}

std::string focus_name() {
  const Focus& focus = keyboard_focus();
  return focus.shown && !focus.name.empty() ? focus.name : "none";
}

std::string typed_name() {
  const std::string& name = keyboard_focus().typed_name;
  return name.empty() ? "none" : name;
}

namespace {

/// The text field among this frame's stops that has the keyboard; "" without one.
std::string active_field() {
  const auto active = std::ranges::find(keyboard_focus().stops, ImGui::GetActiveID(), &Stop::id);
  return active != keyboard_focus().stops.end() && active->text ? active->name : "";
}

}  // namespace

void update_focus() {
  Focus& focus = keyboard_focus();
  follow_popups();
  follow_menus();
  follow_mouse();
  read_keys();
  if (const int by = std::exchange(focus.passes, 0); by != 0) move_focus(by);
  follow_wanted();
  follow_text_field();
  draw_ring();
  focus.typed_name = active_field();
  focus.arrows_before = std::exchange(focus.arrows, false);
  focus.steps_before = std::exchange(focus.steps, false);
  focus.types_before = std::exchange(focus.types, false);
  focus.stops.clear();
  focus.seen.clear();
}

}  // namespace attnlab
