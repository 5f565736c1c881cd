// Draws blocks in their order; neighbouring texts are one text. Script names: lesson.text.link.N.
#include "app/views/lesson/step_text.h"

#include <imgui.h>

#include <algorithm>
#include <span>
#include <variant>

#include "app/state/shown_step.h"
#include "app/views/common/lesson_keys.h"
#include "app/views/lesson/exercise.h"
#include "app/views/lesson/figure.h"
#include "app/views/lesson/markdown.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {
namespace {

bool is_shown(const LessonBlock& block, bool teacher) {
  if (std::holds_alternative<Setup>(block)) return false;
  const auto* const prose = std::get_if<Prose>(&block);
  return !prose || prose->kind != Prose::Kind::Note || teacher;
}

/// The exercise that is to be done now.
const Exercise* next_exercise(const LessonView& view) {
  for (const Exercise* exercise : view.step().exercises())
    if (!is_settled(view, *exercise)) return exercise;
  return nullptr;
}

/// Whether the learner sees more of the step once this block is answered or skipped.
bool more_follows(const LessonView& view, const LessonBlock& block) {
  const auto is_for_learners = [](const LessonBlock& one) { return is_shown(one, false); };
  return holds_back(view, block) &&
         std::ranges::any_of(std::span(view.step().blocks).subspan(open_blocks(view).size()),
                             is_for_learners);
}

class BlockDrawing {
 public:
  BlockDrawing(const ViewModel& model, int first_link, const Emit& emit)
      : model_(model), emit_(emit), link_(first_link) {}

  void draw(const StepBlocks& blocks) {
    for (const LessonBlock* const block : blocks) {
      if (const auto* const prose = std::get_if<Prose>(block)) {
        text_.push_back(*prose);
        continue;
      }
      draw_text();
      space();
      if (const auto* const exercise = std::get_if<Exercise>(block))
        draw_exercise(
            model_, *exercise,
            {model_.remembered<LessonKeys>().has && exercise == exercise_with_digits(*model_.lesson),
             exercise == next_exercise(*model_.lesson), more_follows(*model_.lesson, *block)},
            emit_);
      if (const auto* const figure = std::get_if<LessonFigure>(block))
        draw_lesson_figure(model_, *figure, emit_);
    }
    draw_text();
  }

  int link() const { return link_; }

 private:
  void space() {
    if (any_) ImGui::Dummy({0, em() * 0.2f});
    any_ = true;
  }

  void draw_text() {
    if (text_.empty()) return;
    space();
    const RichTextResult drawn =
        rich_text(("text" + std::to_string(link_) + "." + std::to_string(texts_++)).c_str(), text_,
                  {.target = "lesson.text", .first_link = link_, .words = lesson_link_words});
    link_ += drawn.links;
    follow_lesson_link(drawn.clicked, *model_.lesson->lesson, emit_);
    text_.clear();
  }

  const ViewModel& model_;
  const Emit& emit_;
  int link_, texts_ = 0;
  bool any_ = false;
  std::vector<Prose> text_;
};

}  // namespace

StepBlocks shown_blocks(const LessonView& view) {
  StepBlocks blocks;
  for (const LessonBlock& block : open_blocks(view))
    if (is_shown(block, view.teacher)) blocks.push_back(&block);
  return blocks;
}

int draw_step_blocks(const ViewModel& model, const StepBlocks& blocks, int first_link, const Emit& emit) {
  BlockDrawing drawing(model, first_link, emit);
  drawing.draw(blocks);
  return drawing.link();
}

bool step_is_settled(const LessonView& view) {
  const std::vector<const Exercise*> all = view.step().exercises();
  return std::ranges::all_of(all, [&](const Exercise* exercise) { return is_settled(view, *exercise); });
}

const Exercise* exercise_with_digits(const LessonView& view) {
  for (const Exercise* exercise : open_exercises(view))
    if (waits_for_choice(view, *exercise)) return exercise;
  return nullptr;
}

bool step_asks(const LessonView& view) {
  const std::vector<const Exercise*> all = view.step().exercises();
  return std::ranges::any_of(all, [](const Exercise* exercise) { return !exercise->kind->is_task(); });
}

}  // namespace attnlab
