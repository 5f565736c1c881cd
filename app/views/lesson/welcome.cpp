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
#include "core/language/messages.h"

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
  wrapped_text(fonts().heading, theme().palette.text, tr("Where would you like to begin?"));
  ImGui::Dummy({0, em() * 0.1f});
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Watch a Transformer learn, and click any number to see how it was computed."));
  ImGui::Dummy({0, em() * 0.2f});
  RowOfButtons row;
  if (const Lesson* const first = tour()) {
    const std::string words = tr_plural("Take the tour ({1} minute)", "Take the tour ({1} minutes)",
                                        first->minutes, std::to_string(first->minutes));
    if (row.button("welcome.tour", words, {.primary = true})) emit({"lesson.open", {first->id}});
  }
  if (row.button("welcome.lessons", tr("Choose a lesson"))) show_dialog(Dialog::Lessons);
  if (row.button("welcome.explore", tr("Explore"))) emit({"welcome", {"off"}});
  ImGui::Dummy({0, em() * 0.1f});
  dim_text(tr("Space starts training, → shows the next operation, Ctrl+L lists the lessons."));
}

/// ImGui would draw a child's own background below the stage.
void draw_face(const Box& box) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const float rounding = em() * 0.5f;
  list->PushClipRect(box.min, box.max);
  list->AddRectFilled(box.min, box.max, theme().palette.raised, rounding);
  list->AddRect(box.min, box.max, theme().palette.accent, rounding, 0, std::max(1.0f, em() / 10));
  list->PopClipRect();
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
  move_cursor(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::BeginChild(
      "welcome", box.size(), false,
      ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  draw_face(box);
  draw_content(emit);
  height = std::ceil(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + pad.y);
  ImGui::EndChild();
}

}  // namespace attnlab
