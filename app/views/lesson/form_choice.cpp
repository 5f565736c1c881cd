// Choices: options to press, by the mouse or by the keys 1 to 9. Script names: lesson.ID.option.N, N the
// option's number in the lesson, from 0.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/views/lesson/exercise_forms.h"
#include "app/views/lesson/markdown.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/keys.h"
#include "app/widgets/rich_text/rich_layout.h"
#include "app/widgets/rich_text/rich_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

bool is_chosen(const ExerciseFrame& frame, std::size_t option) {
  return std::ranges::find(frame.draft.chosen, option) != frame.draft.chosen.end();
}

void choose(const ExerciseFrame& frame, std::size_t option) {
  std::vector<std::size_t>& chosen = frame.draft.chosen;
  const auto found = std::ranges::find(chosen, option);
  if (!takes_several(frame.exercise))
    chosen.assign(1, option);
  else if (found == chosen.end())
    chosen.push_back(option);
  else
    chosen.erase(found);
}

/// How an option stands in its row.
struct OptionLook {
  bool chosen = false, several = false, open = true;
  int key = 0;  ///< that chooses it; 0: none
};

void draw_knob(Canvas canvas, ImVec2 centre, const OptionLook& look) {
  const Palette& p = theme().palette;
  const float radius = std::floor(em() * 0.42f);
  const Colour ring = look.chosen ? p.accent : p.text_dim;
  const float line = std::max(1.5f, em() * 0.1f);
  if (look.several) {
    const Box box = grown({centre, centre}, radius);
    canvas.frame(box, ring, em() * 0.15f, line);
    if (look.chosen) canvas.fill(grown(box, -std::floor(em() * 0.2f)), p.accent, em() * 0.08f);
  } else {
    canvas.ring(centre, radius, ring, line);
    if (look.chosen) canvas.disc(centre, radius * 0.5f, p.accent);
  }
}

/// The height of an option's row.
float option_height(const std::string& text, float width) {
  const float left = std::floor(em() * 1.7f), right = std::floor(em() * 1.3f);
  const float room = std::max(width - left - right, em() * 4);
  return std::ceil(rich_text_height(markdown(text), room) - line_leading()) + 2 * std::floor(em() * 0.35f);
}

/// One option in its box; true when pressed.
bool option_row(const std::string& name, const std::string& text, const OptionLook& look, const Box& box) {
  const float width = box.width(), left = std::floor(em() * 1.7f), right = std::floor(em() * 1.3f);
  const std::vector<Prose> words = markdown(text);
  const float room = std::max(width - left - right, em() * 4), line = em() + line_leading(),
              pad = std::floor(em() * 0.35f);
  move_cursor(box.min);
  bool pressed = false, hovered = false;
  if (look.open) {
    pressed = ImGui::InvisibleButton(name.c_str(), box.size());
    hovered = ImGui::IsItemHovered();
    mark(name, box);
  }
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Colour face = look.chosen ? p.accent_soft : hovered ? p.raised_hover : p.raised;
  if (look.open || look.chosen) canvas.fill(box, face, ImGui::GetStyle().FrameRounding);
  if (look.chosen || theme().high_contrast)
    canvas.frame(box, look.chosen ? p.accent : p.border, ImGui::GetStyle().FrameRounding);
  draw_knob(canvas, {box.min.x + std::floor(em() * 0.85f), box.min.y + pad + line / 2}, look);
  move_cursor({box.min.x + left, box.min.y + pad});
  rich_text(name.c_str(), words, {.width = room, .colour = look.open || look.chosen ? p.text : p.text_dim});
  if (look.key > 0)
    draw_text_in(canvas, fonts().small,
                 {{box.max.x - right, box.min.y}, {box.max.x - em() * 0.4f, box.max.y}}, p.text_dim,
                 std::to_string(look.key), Align::Right);
  return pressed;
}

OptionLook look_of(const ExerciseFrame& frame, std::size_t option, std::size_t place, bool open) {
  const Answer& given = frame.attempt.answer;
  return {.chosen = open ? is_chosen(frame, option)
                         : std::ranges::find(given, std::to_string(option)) != given.end(),
          .several = takes_several(frame.exercise),
          .open = open,
          .key = open && frame.takes_digits && place < 9 ? static_cast<int>(place) + 1 : 0};
}

/// Two options beside each other where the card is wide and each fits into a line.
int columns_of(const Exercise& exercise, float width) {
  const float half = (width - em() * 0.4f) / 2, line = em() * 2.2f;
  const bool fit = std::ranges::all_of(exercise.options, [&](const ExerciseOption& option) {
    return option_height(option.text, half) <= line;
  });
  return width >= em() * 26 && fit && exercise.options.size() > 2 ? 2 : 1;
}

void draw_options(const ExerciseFrame& frame, bool open) {
  const std::vector<std::size_t> order = shuffled_options(frame.exercise, frame.view.shuffle);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float all = ImGui::GetContentRegionAvail().x, gap = std::floor(em() * 0.3f);
  const int columns = columns_of(frame.exercise, all);
  const float width = std::floor((all - gap * float(columns - 1)) / float(columns));
  float y = start.y, bottom = start.y;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t option = order[place];
    const std::string& text = frame.exercise.options[option].text;
    const int column = static_cast<int>(place) % columns;
    if (column == 0) y = place == 0 ? y : bottom + gap;
    const Box box = box_at({start.x + float(column) * (width + gap), y}, {width, option_height(text, width)});
    bottom = std::max(bottom, box.max.y);
    const OptionLook look = look_of(frame, option, place, open);
    if (option_row(frame.name("option", option), text, look, box)) choose(frame, option);
    if (look.key > 0 && take_chord(parse_key(std::to_string(look.key)), false)) choose(frame, option);
  }
  move_cursor(start);
  ImGui::Dummy({all, bottom - start.y});
}

bool draw_choice(const ExerciseFrame& frame) {
  draw_options(frame, true);
  return frame.takes_digits && !frame.draft.chosen.empty() && take_chord(parse_key("Enter"), false);
}

std::optional<Answer> chosen_answer(const ExerciseFrame& frame) {
  if (frame.draft.chosen.empty()) return std::nullopt;
  std::vector<std::size_t> chosen = frame.draft.chosen;
  std::ranges::sort(chosen);
  Answer answer;
  for (const std::size_t option : chosen) answer.push_back(std::to_string(option));
  return answer;
}

void draw_chosen(const ExerciseFrame& frame) { draw_options(frame, false); }

// A prediction is a choice or a number.
bool draw_prediction(const ExerciseFrame& frame) {
  return frame.exercise.options.empty() ? draw_number_field(frame) : draw_choice(frame);
}
std::optional<Answer> predicted(const ExerciseFrame& frame) {
  return frame.exercise.options.empty() ? number_answer(frame) : chosen_answer(frame);
}
void draw_predicted(const ExerciseFrame& frame) {
  if (!frame.exercise.options.empty()) draw_chosen(frame);
}

}  // namespace

const ExerciseForm kChoiceForm{.kind = "choice",
                               .draw = draw_choice,
                               .answer = chosen_answer,
                               .draw_answered = draw_chosen,
                               .give = tr_mark("Check"),
                               .answered = tr_mark("You answered:"),
                               .truth = tr_mark("Correct answer:"),
                               .wrong = tr_mark("Incorrect"),
                               .choices = true};
const ExerciseForm kPredictForm{.kind = "predict",
                                .draw = draw_prediction,
                                .answer = predicted,
                                .draw_answered = draw_predicted,
                                .give = tr_mark("Predict"),
                                .answered = tr_mark("You predicted:"),
                                .truth = tr_mark("The model:"),
                                .wrong = tr_mark("Not as predicted"),
                                .always_truth = true,
                                .choices = true};

}  // namespace attnlab
