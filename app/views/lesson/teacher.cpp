// The teacher's line and the answers of a class.
#include "app/views/lesson/teacher.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// "1:05".
std::string clock_words(double seconds) {
  const auto whole = static_cast<long long>(std::max(seconds, 0.0));
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
}

std::string time_words(const LessonView& view) {
  double all = 0, here = 0;
  for (const auto& [step, seconds] : view.progress.seconds) {
    all += seconds;
    if (step == view.progress.step) here = seconds;
  }
  const double planned = view.lesson->minutes * 60.0, steps = double(view.lesson->steps.size());
  return tr("This step: {1} of about {2}; total: {3} of {4}", clock_words(here), clock_words(planned / steps),
            clock_words(all), clock_words(planned));
}

std::string class_words(const ClassAnswers& answers) {
  const auto learners = static_cast<std::int64_t>(answers.learners),
             others = static_cast<std::int64_t>(answers.others);
  std::string words =
      tr_plural("Answers of {1} learner", "Answers of {1} learners", learners, std::to_string(learners));
  if (others > 0)
    words +=
        "; " + tr_plural("{1} other file skipped", "{1} other files skipped", others, std::to_string(others));
  return words;
}

/// A row: how many, and a bar of their share behind the answer.
void draw_given(const GivenAnswer& given, std::size_t learners) {
  const float number = std::ceil(em() * 2.2f), width = ImGui::GetContentRegionAvail().x;
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, std::ceil(em() * 1.5f)});
  const Box bar{{box.min.x + number, box.min.y + 1}, {box.max.x, box.max.y - 1}};
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float share = float(given.count) / float(std::max<std::size_t>(learners, 1));
  canvas.fill({bar.min, {bar.min.x + bar.width() * std::min(share, 1.0f), bar.max.y}}, p.accent_soft);
  draw_text_in(canvas, fonts().ui_bold, {box.min, {bar.min.x - em() * 0.4f, box.max.y}}, p.text,
               std::to_string(given.count), Align::Right);
  draw_text_in(canvas, fonts().ui, {{bar.min.x + em() * 0.3f, bar.min.y}, bar.max}, p.text, given.text,
               Align::Left, Cut::Meant);
  ImGui::Dummy(box.size());
  tip(given.text);
}

}  // namespace

void draw_teacher_line(const ViewModel& model, const Emit& emit) {
  const LessonView& view = *model.lesson;
  if (!view.teacher) return;
  wrapped_text(fonts().small, theme().palette.text_dim, time_words(view));
  if (view.reads_answers)
    wrapped_text(fonts().small, theme().palette.text_dim, tr("Reading the answers of the class…"));
  if (view.answers) wrapped_text(fonts().small, theme().palette.text_dim, class_words(*view.answers));
  if (text_button("lesson.link", tr("Copy link to this step"),
                  tr("Copies a line of text that opens this step with this seed")))
    emit({"lesson.link", {}});
}

void draw_class_answers(const LessonView& view, const Exercise& exercise) {
  if (!view.teacher || !view.answers) return;
  const auto found = view.answers->given.find(exercise.id);
  if (found == view.answers->given.end()) return dim_text(tr("Nobody in the class has answered this."));
  constexpr std::size_t kMostRows = 8;
  for (std::size_t i = 0; i < std::min(found->second.size(), kMostRows); ++i)
    draw_given(found->second[i], view.answers->learners);
  if (found->second.size() > kMostRows)
    dim_text(tr("and {1} more", std::to_string(found->second.size() - kMostRows)));
}

}  // namespace attnlab
