// The rest of a view: a child window, or a group in the window that is there.
#include "app/views/common/rest.h"

#include <algorithm>

#include "app/widgets/base/controls.h"

namespace attnlab {

RestOfView::RestOfView(const char* id, float least)
    : least_(em() * least), scrolls_(ImGui::GetContentRegionAvail().y >= least_) {
  if (scrolls_)
    ImGui::BeginChild(id, {0, 0}, false, ImGuiWindowFlags_NoBackground);
  else
    ImGui::BeginGroup();
}

RestOfView::~RestOfView() {
  if (scrolls_)
    ImGui::EndChild();
  else
    ImGui::EndGroup();
}

ImVec2 RestOfView::room() const {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {room.x - (scrolls_ ? ImGui::GetStyle().ScrollbarSize : 0), std::max(room.y, least_)};
}

}  // namespace attnlab
