// Lessons as rows to press.
#include "app/views/frame/lesson_list.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/lessons/catalog.h"
#include "app/lessons/tally.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/visual_order.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// How far the learner has come; nothing if the lesson was never open.
std::optional<LessonTally> tally_in(const Lesson& lesson, const ViewModel& model) {
  if (model.lesson && model.lesson->lesson->id == lesson.id) return tally_of(lesson, model.lesson->progress);
  if (!model.tallies) return {};
  const auto kept = model.tallies->find(lesson.id);
  return kept == model.tallies->end() ? std::nullopt : std::optional(kept->second);
}

/// "Attention by hand · 8 minutes · 2 of 7 steps done, 3 of 4 answers correct".
std::string details_of(const Lesson& lesson, const ViewModel& model) {
  std::string words = lesson.title + " · " +
                      tr_plural("{1} minute", "{1} minutes", lesson.minutes, std::to_string(lesson.minutes)) +
                      " · ";
  if (model.lesson && model.lesson->lesson->id == lesson.id)
    words += tr("open, step {1}", std::to_string(model.lesson->progress.step + 1)) + " · ";
  const auto tally = tally_in(lesson, model);
  const auto steps = count_of(lesson.steps);
  return words +
         (tally ? tally_text(*tally) : tr_plural("{1} step", "{1} steps", steps, std::to_string(steps)));
}

bool lesson_row(const Lesson& lesson, const ViewModel& model, float width) {
  const float pad = std::floor(em() * 0.5f), room = width - 2 * pad;
  const std::string details = details_of(lesson, model);
  const auto question = broken_lines(fonts().ui_bold, lesson.question, room),
             below = broken_lines(fonts().small, details, room);
  const float line = std::ceil(font_size(fonts().ui_bold) * 1.15f),
              small = std::ceil(font_size(fonts().small) * 1.2f);
  const float height = line * float(question.size()) + small * float(below.size());
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height + 2 * pad});
  const std::string name = "lessons." + lesson.id;
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const bool open = model.lesson && model.lesson->lesson->id == lesson.id;
  canvas.fill(box,
              ImGui::IsItemHovered() ? p.raised_hover
              : open                 ? p.accent_soft
                                     : p.raised,
              ImGui::GetStyle().FrameRounding);
  float y = box.min.y + pad;
  for (const std::string_view words : question) {
    draw_text(canvas, fonts().ui_bold, {box.min.x + pad, y}, p.text, words);
    y += line;
  }
  for (const std::string_view words : below) {
    draw_text(canvas, fonts().small, {box.min.x + pad, y}, p.text_dim, words);
    y += small;
  }
  return pressed;
}

}  // namespace

bool draw_lesson_list(const ViewModel& model, const Emit& emit) {
  const ImVec2 window = ImGui::GetMainViewport()->WorkSize;
  const float edges = 2 * ImGui::GetStyle().WindowPadding.x + ImGui::GetStyle().ScrollbarSize;
  const float width = std::min(em() * 38, std::floor(window.x * 0.96f - edges));
  const float most = std::max(em() * 6, window.y - em() * 9);
  bool chosen = false;
  const float rows = float(builtin_lessons().size()) * em() * 4;
  ImGui::BeginChild("lessons", {width, std::clamp(rows, em() * 4, most)}, false);
  const float inner = ImGui::GetContentRegionAvail().x;
  for (const auto& lesson : builtin_lessons()) {
    if (!lesson_row(*lesson, model, inner)) continue;
    emit({"lesson.open", {lesson->id}});
    chosen = true;
  }
  ImGui::EndChild();
  return chosen;
}

}  // namespace attnlab
