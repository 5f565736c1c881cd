// The card of the first start. Script names: welcome.tour, welcome.lessons, welcome.explore.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/catalog.h"
#include "app/views/common/views.h"
#include "app/views/frame/dialogs.h"
#include "app/views/lesson/row_of_buttons.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

struct WelcomeCard {
  float height = 0;  ///< in the last frame
};

constexpr const char* kTour = "tour";

const Lesson* tour() {
  for (const auto& lesson : builtin_lessons())
    if (lesson->id == kTour) return lesson.get();
  return nullptr;
}

void draw_content(const Emit& emit) {
  wrapped_text(fonts().heading, theme().palette.text, "Where would you like to begin?");
  ImGui::Dummy({0, em() * 0.1f});
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      "This is a Transformer that learns before your eyes, and every number in it can say where it comes "
      "from.");
  ImGui::Dummy({0, em() * 0.2f});
  RowOfButtons row;
  if (const Lesson* const first = tour()) {
    const std::string words = "Take the tour (" + std::to_string(first->minutes) + " minutes)";
    if (row.button("welcome.tour", words, {.primary = true})) emit({"lesson.open", {first->id}});
  }
  if (row.button("welcome.lessons", "Choose a lesson")) show_dialog(Dialog::Lessons);
  if (row.button("welcome.explore", "Explore")) emit({"welcome", {"off"}});
  ImGui::Dummy({0, em() * 0.1f});
  dim_text("Space lets the model learn; → shows what it computes, step by step. Ctrl+L lists the lessons.");
}

}  // namespace

void draw_welcome(const ViewModel& model, const Box& stage, const Emit& emit) {
  float& height = model.remembered<WelcomeCard>().height;
  const ImVec2 pad{std::floor(em() * 1.2f), std::floor(em())};
  const float width = std::floor(std::min(em() * 36, stage.width() - 2 * em()));
  const float free = stage.height() - height;
  const Box box = box_at(
      {std::floor(stage.centre().x - width / 2), std::floor(stage.min.y + std::max(free, 0.0f) * 0.4f)},
      {width, std::max(height, em() * 4)});
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, em() * 0.5f);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().palette.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, theme().palette.accent);
  ImGui::BeginChild("welcome", box.size(), true,
                    ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  draw_content(emit);
  height = std::ceil(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + pad.y);
  ImGui::EndChild();
}

}  // namespace attnlab
