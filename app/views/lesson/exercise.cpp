// The card of an exercise.
#include "app/views/lesson/exercise.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/views/lesson/exercise_forms.h"
#include "app/views/lesson/markdown.h"
#include "app/views/lesson/row_of_buttons.h"
#include "app/views/lesson/teacher.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/rich_text/rich_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Kind = Judgement::Kind;

/// How a verdict looks: never only a color.
struct VerdictLook {
  Icon icon;
  const char* words;
  Colour colour;
};

/// Whether only a teacher can judge the answer, in the file with the learner's answers.
bool is_for_teacher(const ExerciseFrame& frame) {
  return frame.exercise.withheld && !frame.exercise.kind->is_task();
}

VerdictLook verdict_look(const ExerciseFrame& frame) {
  const Palette& p = theme().palette;
  const bool task = frame.exercise.kind->is_task();
  if (task) return {Icon::Check, frame.attempt.solved ? tr("Done for you") : tr("Done"), p.good};
  switch (frame.attempt.judgement->kind) {
    case Kind::Right: return {Icon::Check, tr("Correct"), p.good};
    case Kind::Wrong: return {Icon::Close, tr(form_of(*frame.exercise.kind).wrong), p.bad};
    case Kind::Noted: break;
  }
  if (is_for_teacher(frame)) return {Icon::Check, tr("Noted for your teacher"), p.text_dim};
  return {Icon::Check, tr("Noted"), p.text_dim};
}

void draw_verdict(const VerdictLook& look) {
  const float side = std::ceil(em() * 1.5f);
  const Box box = box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, side});
  const Canvas canvas = window_canvas();
  draw_icon(canvas, look.icon, box_at(box.min, {side, side}), look.colour);
  draw_text_in(canvas, fonts().ui_bold, {{box.min.x + side + em() * 0.2f, box.min.y}, box.max}, look.colour,
               look.words);
  ImGui::Dummy(box.size());
}

void draw_hints(const ExerciseFrame& frame) {
  const auto given =
      std::min(static_cast<std::size_t>(std::max(frame.attempt.hints, 0)), frame.exercise.hints.size());
  for (std::size_t i = 0; i < given; ++i) {
    group_label(tr("Hint {1}", std::to_string(i + 1)));
    draw_markdown(frame.name("hints", i), frame.exercise.hints[i], *frame.view.lesson, frame.emit);
  }
}

void add_markdown(Spans& spans, const std::string& text) {
  for (const Prose& block : markdown(text)) spans.insert(spans.end(), block.spans.begin(), block.spans.end());
}

void add_code(Spans& spans, const std::string& expression) {
  if (!expression.empty()) spans.push_back({.text = expression, .code = true});
}

/// The correct options, with the conditions under which they are correct.
void add_right_options(Spans& spans, const Exercise& e) {
  bool first = true;
  for (const ExerciseOption& option : e.options) {
    const std::string& right = option.right.text();
    if (right == "no") continue;
    if (!std::exchange(first, false)) spans.push_back({.text = "; "});
    add_markdown(spans, option.text);
    if (right.empty() || right == "yes") continue;
    spans.push_back({.text = " ("});
    add_code(spans, right);
    spans.push_back({.text = ")"});
  }
}

/// What the teacher sees of the answer.
void draw_teachers_answer(const ExerciseFrame& frame) {
  const Exercise& e = frame.exercise;
  if (e.withheld) return dim_text(tr("This copy of the lesson was released without the answer."));
  Spans answer;
  add_code(answer, e.answer.text());
  add_right_options(answer, e);
  std::string picture;
  for (const std::string& row : e.picture) picture += (picture.empty() ? "" : "/") + row;
  add_code(answer, picture);
  std::vector<Prose> notes;
  if (!answer.empty()) {
    answer.insert(answer.begin(), {.text = " "});
    answer.insert(answer.begin(), {.text = tr("Answer:")});
    notes.push_back({.kind = Prose::Kind::Note, .spans = std::move(answer)});
  }
  if (!e.because.empty()) add_markdown(notes.emplace_back(Prose{.kind = Prose::Kind::Note}).spans, e.because);
  if (!notes.empty()) rich_text(frame.name("teacher").c_str(), notes);
}

void give(const ExerciseFrame& frame, const Answer& answer) {
  Command command{"lesson.answer", {frame.exercise.id}};
  command.arguments.insert(command.arguments.end(), answer.begin(), answer.end());
  frame.emit(command);
}

std::string hint_label(const ExerciseFrame& frame) {
  const std::size_t all = frame.exercise.hints.size();
  return all == 1 ? tr("Hint")
                  : tr("Hint {1} of {2}", std::to_string(frame.attempt.hints + 1), std::to_string(all));
}

/// The help that is given on request.
void draw_help(const ExerciseFrame& frame, RowOfButtons& row) {
  const Exercise& e = frame.exercise;
  const auto wish = [&](const char* verb) { frame.emit({verb, {e.id}}); };
  if (static_cast<std::size_t>(frame.attempt.hints) < e.hints.size() &&
      row.button(frame.name("hint"), hint_label(frame)))
    wish("lesson.hint");
  if (!e.show.empty() &&
      row.button(frame.name("show"), tr("Show me where"), {.toggled = frame.view.halo == e.show}))
    wish("lesson.show");
  if (!e.solve.empty() && row.button(frame.name("solve"), tr("Do it for me"))) wish("lesson.solve");
  if (!frame.attempt.skipped && row.button(frame.name("skip"), tr("Skip"), {.plain = true}))
    wish("lesson.skip");
}

/// The widget may be on no panel that is on screen.
void draw_where(const ExerciseFrame& frame) {
  if (frame.exercise.show.empty() || frame.view.halo != frame.exercise.show) return;
  if (!find_target(frame.exercise.show)) dim_text(tr("This is not on screen now."));
}

void draw_open(const ExerciseFrame& frame) {
  const ExerciseForm& form = form_of(*frame.exercise.kind);
  const bool entered = form.draw(frame);
  draw_hints(frame);
  ImGui::Dummy({0, em() * 0.1f});
  const std::optional<Answer> answer = form.answer(frame);
  RowOfButtons row;
  const bool pressed =
      form.give &&
      row.button(frame.name("give"), frame.exercise.withheld ? tr("Submit this answer") : tr(form.give),
                 {.primary = frame.is_next && answer.has_value(), .enabled = answer.has_value()});
  if (answer && (pressed || entered)) give(frame, *answer);
  draw_help(frame, row);
  draw_where(frame);
  if (frame.more_follows) dim_text(tr("The step continues once you answer or skip this prediction."));
  if (frame.attempt.skipped) dim_text(tr("Skipped. You can still do it."));
}

/// Options have looks, as the lesson's text; what the learner wrote is shown as it was typed.
Spans answer_spans(const Exercise& exercise, const std::string& answer) {
  if (!exercise.options.empty()) {
    std::vector<Prose> blocks = markdown(answer);
    const bool is_line = blocks.size() == 1 && blocks.front().kind == Prose::Kind::Paragraph;
    if (is_line) return std::move(blocks.front().spans);
  }
  return {{.text = answer}};
}

void draw_answers(const ExerciseFrame& frame) {
  const ExerciseForm& form = form_of(*frame.exercise.kind);
  form.draw_answered(frame);
  ImGui::Dummy({0, em() * 0.05f});
  const std::string given = answer_text(frame.exercise, frame.attempt.answer);
  if (form.answered && !given.empty())
    draw_answer_line("answered", tr(form.answered), answer_spans(frame.exercise, given));
  const auto& judgement = frame.attempt.judgement;
  if (!form.truth || !judgement || judgement->truth.empty()) return;
  if (form.always_truth || !judgement->right() || (form.answered && judgement->truth != given))
    draw_answer_line("truth", tr(form.truth), answer_spans(frame.exercise, judgement->truth));
}

void draw_done(const ExerciseFrame& frame) {
  draw_answers(frame);
  draw_verdict(verdict_look(frame));
  if (is_for_teacher(frame))
    dim_text(tr("Nothing is sent. Your teacher reads this answer in {1}, the file with your answers.",
                frame.view.lesson->id + ".json"));
  const auto& judgement = frame.attempt.judgement;
  if (judgement && !judgement->said.empty())
    draw_markdown(frame.name("said"), judgement->said, *frame.view.lesson, frame.emit);
  if (!frame.exercise.because.empty())
    draw_markdown(frame.name("because"), frame.exercise.because, *frame.view.lesson, frame.emit);
  RowOfButtons row;
  if (!frame.exercise.kind->is_task() &&
      row.button(frame.name("retry"), tr("Try again"), {.plain = judgement && judgement->right()}))
    frame.emit({"lesson.retry", {frame.exercise.id}});
}

void draw_showing(const ExerciseFrame& frame) {
  draw_answers(frame);
  dim_text(tr("The model is computing the answer…"));
}

void draw_content(const ExerciseFrame& frame) {
  const ExerciseKind& kind = *frame.exercise.kind;
  const Box title = reserve({ImGui::GetContentRegionAvail().x, std::ceil(font_size(fonts().small) * 1.2f)});
  draw_text_in(window_canvas(), fonts().small, title, theme().palette.text_dim, tr(kind.title));
  const RichTextResult asked = rich_line(
      "ask", frame.exercise.ask, {.target = frame.name("ask"), .strong = true, .words = lesson_link_words});
  follow_lesson_link(asked.clicked, *frame.view.lesson, frame.emit);
  switch (frame.attempt.state) {
    case Attempt::State::Open: draw_open(frame); break;
    case Attempt::State::Showing: draw_showing(frame); break;
    case Attempt::State::Done: draw_done(frame); break;
  }
  if (frame.view.teacher && !frame.attempt.done()) draw_teachers_answer(frame);
  draw_class_answers(frame.view, frame.exercise);
}

/// A face behind what is drawn next, as high as that was in the last frame, with a bar at its left.
void draw_card_face(const Exercise& exercise, const Attempt& attempt, ImVec2 at, float width, float height) {
  if (height <= 0) return;
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box box = box_at(at, {width, height});
  const float rounding = ImGui::GetStyle().FrameRounding;
  canvas.fill(box, blend(p.panel, p.text, 0.045f), rounding);
  canvas.frame(box, p.border, rounding);
  const bool wrong = attempt.judgement && attempt.judgement->kind == Kind::Wrong;
  const Colour done = exercise.withheld && !exercise.kind->is_task() ? p.text_dim : wrong ? p.bad : p.good;
  const Colour bar = attempt.done() ? done : attempt.skipped ? p.border : p.accent;
  canvas.fill({box.min, {box.min.x + std::floor(em() * 0.22f), box.max.y}}, bar, rounding,
              ImDrawFlags_RoundCornersLeft);
}

/// Scrolls the end of the card, the last item, into sight for some frames after its exercise was done: the
/// verdict may be below a low panel.
void follow_verdict(const Exercise& exercise, bool done) {
  constexpr int kOpen = 1, kFrames = 4, kSeen = kOpen + 1 + kFrames;
  int& state = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID((exercise.id + ".verdict").c_str()),
                                                    done ? kSeen : kOpen);
  if (!done) return void(state = kOpen);
  if (state >= kSeen) return;
  ++state;
  const float seen = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  if (ImGui::GetItemRectMax().y > seen) ImGui::SetScrollHereY(1);
}

}  // namespace

bool is_settled(const LessonView& view, const Exercise& exercise) {
  const Attempt attempt = view.attempt(exercise.id);
  return attempt.done() || attempt.skipped;
}

bool waits_for_choice(const LessonView& view, const Exercise& exercise) {
  return form_of(*exercise.kind).choices && !exercise.options.empty() &&
         view.attempt(exercise.id).state == Attempt::State::Open;
}

void draw_exercise(const ViewModel& model, const Exercise& exercise, ExercisePlace place, const Emit& emit) {
  const LessonView& view = *model.lesson;
  const Attempt attempt = view.attempt(exercise.id);
  AnswerDraft& draft = model.remembered<AnswerDrafts>().of(*view.lesson, exercise);
  const ImVec2 at = ImGui::GetCursorScreenPos(), pad{std::floor(em() * 0.8f), std::floor(em() * 0.55f)};
  const float width = ImGui::GetContentRegionAvail().x;
  float& height = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(exercise.id.c_str()), 0);
  draw_card_face(exercise, attempt, at, width, height);
  move_cursor({at.x + pad.x, at.y + pad.y});
  ImGui::BeginChild(
      (exercise.id + ".card").c_str(), {width - 2 * pad.x, std::max(height - 2 * pad.y, 1.0f)}, false,
      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_content(
      {model, view, exercise, attempt, draft, emit, place.takes_digits, place.is_next, place.more_follows});
  const float content = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
  ImGui::EndChild();
  move_cursor(at);
  ImGui::Dummy({width, height});
  follow_verdict(exercise, attempt.done());
  height = std::ceil(content) + 2 * pad.y;
}

}  // namespace attnlab
