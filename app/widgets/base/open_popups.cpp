// Open popups: ImGui's stack of popups, and the windows inside each.
#include "app/widgets/base/open_popups.h"
// ImGui's main header comes before its internal one.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

/// Less than this is rounding: ImGui rounds the width of a text up.
constexpr float kUnseen = 2;

float hidden_width(const ImGuiWindow& window) { return window.ScrollbarX ? 0 : window.ScrollMax.x; }
float hidden_height(const ImGuiWindow& window) { return window.ScrollbarY ? 0 : window.ScrollMax.y; }

bool belongs(const ImGuiWindow* window, const ImGuiWindow* popup) {
  for (; window; window = window->ParentWindow) {
    if (window == popup) return true;
    if ((window->Flags & ImGuiWindowFlags_ChildWindow) == 0) return false;
  }
  return false;
}

OpenPopup lies(const ImGuiWindow& popup, const ImGuiContext& context) {
  OpenPopup open{box_at(popup.Pos, popup.Size), box_at({0, 0}, context.IO.DisplaySize)};
  for (const ImGuiWindow* window : context.Windows) {
    if (!window->Active || window->Hidden || !belongs(window, &popup)) continue;
    open.cut = std::max(open.cut, hidden_width(*window));
    open.below = std::max(open.below, hidden_height(*window));
  }
  return open;
}

std::string pixels(float length) { return std::to_string(std::lround(length)) + " px"; }

std::string fault_of(const OpenPopup& popup) {
  const struct {
    float beyond;
    const char* edge;
  } edges[] = {{popup.window.min.x - popup.box.min.x, "left"},
               {popup.window.min.y - popup.box.min.y, "upper"},
               {popup.box.max.x - popup.window.max.x, "right"},
               {popup.box.max.y - popup.window.max.y, "lower"}};
  for (const auto& [beyond, edge] : edges)
    if (beyond >= kUnseen) return pixels(beyond) + " beyond the " + edge + " edge";
  if (popup.cut >= kUnseen) return pixels(popup.cut) + " of its width cut";
  if (popup.below >= kUnseen) return pixels(popup.below) + " of its height cut";
  return "";
}

}  // namespace

std::vector<OpenPopup> open_popups() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  std::vector<OpenPopup> popups;
  for (const ImGuiPopupData& popup : context.OpenPopupStack)
    if (popup.Window && popup.Window->Active) popups.push_back(lies(*popup.Window, context));
  return popups;
}

void forget_undrawn_popups() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool closing = key_will_be_down(parse_key("Escape").key);
  ImVector<ImGuiPopupData>& popups = context.OpenPopupStack;
  // One that the last frame has opened may be drawn in the next.
  while (!popups.empty() && !popups.back().Window &&
         (closing || popups.back().OpenFrameCount < context.FrameCount))
    popups.pop_back();
}

std::string popups_text(const std::vector<OpenPopup>& popups) {
  if (popups.empty()) return "none";
  for (const OpenPopup& popup : popups)
    if (const std::string fault = fault_of(popup); !fault.empty()) return fault;
  return "within";
}

}  // namespace attnlab
