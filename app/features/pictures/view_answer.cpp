// What the model says of its picture: a bar a class, or the words that it writes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

/// In their order, or where not all fit the most probable ones.
std::vector<std::size_t> classes_that_fit(std::span<const Real> probabilities, std::size_t room) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= room) return order;
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return probabilities[i]; });
  order.resize(room);
  return order;
}

/// The width of the names at the left of the bars.
float name_width(const PicturesFrame& frame, std::span<const std::size_t> classes, float most) {
  float width = em() * 1.5f;
  for (const std::size_t i : classes)
    width = std::max(
        width, text_size(fonts().ui, frame.model.vocabularies->target.entry(static_cast<TokenId>(i))).x +
                   em() * 0.6f);
  return std::min(std::ceil(width), most);
}

void draw_class_bar(const PicturesFrame& frame, std::size_t id, double probability, const Box& box,
                    float names, bool best) {
  const std::string number = std::to_string(id), target = "pictures.class_bar[0," + number + "]";
  move_cursor(box.min);
  if (ImGui::InvisibleButton(target.c_str(), box.size()))
    frame.emit({"inspect.here", {"output.probabilities", "0,0," + number}});
  tip("Explain this probability");
  mark(target, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float percent = text_size(fonts().mono_small, "100.0 %").x + em() * 0.6f,
              inset = std::floor(box.height() * 0.18f);
  const Box bar{{box.min.x + names, box.min.y + inset}, {box.max.x - percent, box.max.y - inset}};
  draw_text_in(canvas, best ? fonts().ui_bold : fonts().ui, {box.min, {bar.min.x - em() * 0.4f, box.max.y}},
               best ? p.text : p.text_dim, frame.model.vocabularies->target.entry(static_cast<TokenId>(id)),
               Align::Left, Cut::Meant);
  canvas.fill(bar, ImGui::IsItemHovered() ? p.raised_hover : p.raised, em() * 0.15f);
  const float end = bar.min.x + bar.width() * static_cast<float>(std::clamp(probability, 0.0, 1.0));
  canvas.fill({bar.min, {end, bar.max.y}}, best ? p.accent : faded(p.accent, 0.6f), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{bar.max.x, box.min.y}, box.max}, best ? p.text : p.text_dim,
               format_percent(probability), Align::Right);
}

void draw_answer_title(const std::string& words, const Box& box) {
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, words);
}

void draw_class_bars(const PicturesFrame& frame, const TraceTensor& output, const Box& box) {
  const float line = std::clamp(std::floor(box.height() / static_cast<float>(output.value.size() + 1)),
                                std::ceil(em() * 1.35f), std::ceil(em() * 1.7f));
  const auto best = static_cast<std::size_t>(std::ranges::max_element(output.value) - output.value.begin());
  draw_answer_title(
      "It takes this for “" + frame.model.vocabularies->target.entry(static_cast<TokenId>(best)) + "”",
      box_at(box.min, {box.width(), line}));
  const auto room = static_cast<std::size_t>(std::max(box.height() / line - 1, 1.0f));
  const std::vector<std::size_t> classes = classes_that_fit(output.value, room);
  const float names = name_width(frame, classes, box.width() * 0.4f);
  for (std::size_t i = 0; i < classes.size(); ++i)
    draw_class_bar(frame, classes[i], static_cast<double>(output.value[classes[i]]),
                   box_at({box.min.x, box.min.y + line * static_cast<float>(i + 1)}, {box.width(), line - 2}),
                   names, classes[i] == best);
  move_cursor(box.min);
  ImGui::Dummy({box.width(), line * static_cast<float>(classes.size() + 1)});
}

}  // namespace

void draw_picture_answer(const PicturesFrame& frame, const Box& box) {
  const TraceTensor* const output = frame.trace.find("output.probabilities");
  if (output && output->site->axes[1] == Axis::One && frame.model.vocabularies)
    return draw_class_bars(frame, *output, box);
  move_cursor(box.min);
  std::string words;
  if (frame.trace.target_is_generated)
    for (const Piece& piece : frame.trace.target_pieces)
      if (!piece.text.empty()) words += (words.empty() ? "" : " ") + display_token(piece.text);
  draw_picture_note(words.empty() ? "This model gives a picture no class." : "It writes: " + words,
                    box.width());
}

}  // namespace attnlab
