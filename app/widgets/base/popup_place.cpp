// Chooses the side with more room, and measures the room.
#include "app/widgets/base/popup_place.h"

#include "app/theme/fonts.h"

namespace attnlab {
namespace {

/// Share of the window's height below the opener that is enough room for a popup.
constexpr float kEnoughBelow = 0.4f;

}  // namespace

Box PopupPlace::box(ImVec2 size) const {
  const ImVec2 held{std::min(size.x, most.x), std::min(size.y, most.y)};
  return box_at({at.x - pivot.x * held.x, at.y - pivot.y * held.y}, held);
}

PopupPlace popup_place(const Box& opener, const Box& window, float gap) {
  const float rightwards = window.max.x - gap - opener.min.x, leftwards = opener.max.x - window.min.x - gap;
  const float below = window.max.y - 2 * gap - opener.max.y, above = opener.min.y - window.min.y - 2 * gap;
  const bool left = leftwards > rightwards;
  const bool up = below < kEnoughBelow * window.height() && above > below;
  return {{left ? opener.max.x : opener.min.x, up ? opener.min.y - gap : opener.max.y + gap},
          {left ? 1.0f : 0.0f, up ? 1.0f : 0.0f},
          {std::max(left ? leftwards : rightwards, 1.0f), std::max(up ? above : below, 1.0f)}};
}

PopupPlace place_next_popup(const Box& opener) {
  const ImGuiViewport* const viewport = ImGui::GetMainViewport();
  const PopupPlace place = popup_place(opener, box_at(viewport->WorkPos, viewport->WorkSize), em() * 0.2f);
  ImGui::SetNextWindowPos(place.at, ImGuiCond_Always, place.pivot);
  ImGui::SetNextWindowSizeConstraints({0, 0}, place.most);
  return place;
}

}  // namespace attnlab
