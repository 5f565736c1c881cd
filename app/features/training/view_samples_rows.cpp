// The list of samples: the question, the correct answer, and the model's answer at the step on screen.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/training/view_samples.h"
#include "app/views/common/picture_view.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/tasks/base/question.h"

namespace attnlab {
namespace {

ImFont* font_of(bool characters) { return characters ? fonts().mono : fonts().ui; }

float token_line_height() { return std::ceil(em() * 1.3f); }

float gap_of(bool characters) { return em() * (characters ? 0.1f : 0.5f); }

std::string shown(const std::string& token) { return token.empty() ? "" : display_token(token); }

float column_width(const SampleToken& token, bool characters) {
  ImFont* const font = font_of(characters);
  const float width = std::max(text_size(font, shown(token.said)).x, text_size(font, shown(token.wanted)).x);
  return std::ceil(std::max(width, em() * 0.5f));
}

/// Draws the model's token in `box`, which is as wide as its column.
void draw_said(Canvas canvas, const Box& box, const SampleToken& token, bool characters) {
  const Palette& p = theme().palette;
  if (token.said.empty()) {
    const Box frame{{box.min.x, box.min.y + em() * 0.2f}, {box.max.x, box.max.y - em() * 0.15f}};
    return canvas.frame(frame, p.bad, em() * 0.15f);
  }
  ImFont* const font = font_of(characters);
  const std::string text = shown(token.said);
  draw_text_in(canvas, font, {box.min, {box.max.x + 1, box.max.y}}, token.right ? p.good : p.bad, text);
  if (token.right) return;
  const float y = token.wanted.empty() ? box.centre().y + em() * 0.1f : box.max.y - em() * 0.12f;
  const float thick = std::max(1.0f, em() * 0.1f);
  canvas.fill({{box.min.x, std::round(y)}, {box.min.x + text_size(font, text).x, std::round(y) + thick}},
              p.bad);
}

}  // namespace

float sample_tokens_height() { return 2 * token_line_height(); }

float sample_tokens_width(const Sample& sample, bool characters) {
  float width = 0;
  for (const SampleToken& token : sample.tokens)
    width += column_width(token, characters) + gap_of(characters);
  return width;
}

void draw_sample_tokens(Canvas canvas, ImVec2 at, float width, const Sample& sample, bool characters) {
  const Palette& p = theme().palette;
  ImFont* const font = font_of(characters);
  const float line = token_line_height(), right = at.x + width, dots = text_size(font, "…").x;
  const bool whole = sample_tokens_width(sample, characters) <= width && !sample.breaks_off;
  float x = at.x;
  for (const SampleToken& token : sample.tokens) {
    const float column = column_width(token, characters);
    if (x + column > right - (whole ? 0 : dots)) break;
    const Box upper = box_at({x, at.y}, {column, line}), lower = box_at({x, at.y + line}, {column, line});
    draw_text_in(canvas, font, {upper.min, {upper.max.x + 1, upper.max.y}}, p.text_dim, shown(token.wanted));
    draw_said(canvas, lower, token, characters);
    x += column + gap_of(characters);
  }
  if (!whole) draw_text(canvas, font, {x, at.y + line}, p.text_dim, "…");
}

namespace {

/// "all correct", "3 of 5 correct"; for a single token "correct" or "incorrect".
std::string sample_verdict(const Sample& sample) {
  if (sample.tokens.size() == 1) return sample.all_right() ? tr("correct") : tr("incorrect");
  if (sample.all_right()) return tr("all correct");
  return tr("{1} of {2} correct", std::to_string(sample.right), std::to_string(sample.tokens.size()));
}

float widest_verdict(const SamplesFrame& samples) {
  if (samples.kind == SamplesFrame::Kind::Choices)
    return std::max(text_size(fonts().small, tr("correct")).x, text_size(fonts().small, tr("incorrect")).x);
  return std::max(text_size(fonts().small, tr("{1} of {2} correct", "48", "48")).x,
                  text_size(fonts().small, tr("all correct")).x);
}

/// The places of each row's parts, from the row's left edge.
struct RowLayout {
  float number = 0, input = 0, tokens = 0, verdict = 0;  ///< widths
  float height = 0;
  float gap = 0;
  std::size_t columns = 1;  ///< columns of rows
  float width = 0;          ///< width of a row
};

float picture_side() { return sample_tokens_height(); }

float widest_input(const SamplesFrame& samples) {
  float widest = 0;
  for (const Example& probe : samples.probes())
    widest =
        std::max(widest, probe.picture ? picture_side()
                                       : std::ceil(text_size(fonts().ui, on_one_line(probe.source)).x) + 1);
  return widest;
}

/// The widest correct answer: the model's answers change from step to step.
float widest_answer(const SamplesFrame& samples) {
  float widest = em() * 4;
  if (!samples.history.now.value) return std::numeric_limits<float>::infinity();
  for (Sample sample : *samples.history.now.value) {
    std::erase_if(sample.tokens, [](const SampleToken& token) { return token.wanted.empty(); });
    for (SampleToken& token : sample.tokens) token.said = token.wanted;
    widest = std::max(widest, sample_tokens_width(sample, samples.characters));
  }
  return widest + em() * 2;
}

/// Two rows side by side if all are short.
RowLayout layout_of(const SamplesFrame& samples, float width) {
  RowLayout l;
  l.gap = em();
  l.number = std::ceil(em() * 1.6f);
  l.verdict = widest_verdict(samples) + em() * 1.2f;
  l.input = widest_input(samples);
  const auto taken = [&] { return l.number + l.verdict + l.gap + (l.input > 0 ? l.input + l.gap : 0); };
  const float half = std::floor((width - 2 * l.gap) / 2);
  l.columns = taken() + widest_answer(samples) <= half ? 2 : 1;
  l.width = l.columns == 2 ? half : width;
  if (l.columns == 1) l.input = std::min(l.input, std::floor(width * 0.34f));
  l.tokens = std::max(em() * 4, l.width - taken());
  l.height = sample_tokens_height() + std::ceil(em() * 0.5f);
  return l;
}

/// Emits the commands that put the example on screen.
void show_example(const SamplesFrame& samples, std::size_t row) {
  const Example& probe = samples.probes()[row];
  const Emit& emit = samples.frame.emit;
  const Format format = samples.frame.model.format;
  if (has_picture(format)) emit({"select.picture", {std::to_string(row)}});
  if (writes_answer(format)) emit({"text.generate", {"off"}});
  if (has_picture(format)) return;
  if (format == Format::Stream)
    return emit({"text.target", {whole_text(samples.frame.model.vocabularies->target, probe)}});
  emit({"text.source", {probe.source}});
  emit({"text.target", {probe.target}});
  emit({"text.generate", {"off"}});
}

void draw_verdict(const Box& box, const Sample& sample) {
  const Palette& p = theme().palette;
  const std::string text = sample_verdict(sample);
  const Canvas canvas = window_canvas();
  if (!sample.all_right())
    return void(draw_text_in(canvas, fonts().small, box, p.text_dim, text, Align::Right));
  const float width = text_size(fonts().small, text).x + em() * 0.8f, height = em() * 1.25f;
  const Box face = box_at({box.max.x - width, std::round(box.centre().y - height / 2)}, {width, height});
  canvas.frame(face, p.good, height / 2, std::max(1.0f, em() * 0.08f));
  draw_text_in(canvas, fonts().small, face, p.good, text, Align::Centre);
}

/// Draws the question.
void draw_input(const Box& box, const Example& probe) {
  if (!probe.picture)
    return void(draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text,
                             on_one_line(probe.source), Align::Left, Cut::Meant));
  const float side = std::min(box.width(), box.height());
  draw_pixels(*probe.picture, box_at({box.min.x, std::round(box.centre().y - side / 2)}, {side, side}));
}

void draw_row(const SamplesFrame& samples, const RowLayout& l, std::size_t row, const Box& box) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const std::string name = "samples.row." + std::to_string(row + 1);
  move_cursor(box.min);
  if (ImGui::InvisibleButton(name.c_str(), box.size())) show_example(samples, row);
  mark(name, box);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) canvas.fill(box, p.raised_hover, em() * 0.3f);
  tip(tr("Put this example on screen"));
  const float top = box.min.y + em() * 0.25f, bottom = box.max.y - em() * 0.25f;
  float x = box.min.x;
  const auto part = [&](float width) {
    const Box taken{{x, top}, {x + width, bottom}};
    x += width;
    return taken;
  };
  draw_text_in(canvas, fonts().small, part(l.number - em() * 0.6f), p.text_dim, std::to_string(row + 1),
               Align::Right);
  part(em() * 0.6f);
  if (l.input > 0) {
    draw_input(part(l.input), samples.probes()[row]);
    part(l.gap);
  }
  const Box tokens = part(l.tokens);
  if (!samples.history.now.value) return;
  const Sample& sample = (*samples.history.now.value)[row];
  draw_sample_tokens(canvas, tokens.min, tokens.width(), sample, samples.characters);
  draw_verdict({{box.max.x - l.verdict, top}, {box.max.x - em() * 0.3f, bottom}}, sample);
}

/// How to read the rows.
std::string key_text(const SamplesFrame& samples) {
  using enum SamplesFrame::Kind;
  const std::string step = format_count(samples.history.now.step);
  switch (samples.kind) {
    case Text:
      return tr(
          "The text, and below each token the most probable token at step {1}. Incorrect tokens are "
          "underlined.",
          step);
    case Choices:
      return tr(
          "The correct answer, and below it the model's answer at step {1}. Incorrect answers are "
          "underlined.",
          step);
    case Labels:
      return tr(
          "The correct answer, and below it the model's answer at step {1}. Incorrect tokens are underlined.",
          step);
    case Answers:
      return tr(
          "The correct answer, and below it the model's answer at step {1}. Incorrect tokens are underlined, "
          "extra tokens are struck out, and missing tokens are framed.",
          step);
  }
  no_such_kind("kind of samples");
}

}  // namespace

void draw_samples_rows(const SamplesFrame& samples) {
  wrapped_text(fonts().small, theme().palette.text_dim, key_text(samples));
  ImGui::Dummy({0, em() * 0.1f});
  const float width = ImGui::GetContentRegionAvail().x;
  const RowLayout l = layout_of(samples, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::size_t count = samples.probes().size(), lines = (count + l.columns - 1) / l.columns;
  for (std::size_t row = 0; row < count; ++row) {
    const auto column = float(row / lines), line = float(row % lines);
    const Box box =
        box_at({at.x + column * (l.width + 2 * l.gap), at.y + l.height * line}, {l.width, l.height});
    if (line > 0) window_canvas().fill({box.min, {box.max.x, box.min.y + 1}}, theme().palette.grid);
    draw_row(samples, l, row, box);
  }
  move_cursor({at.x, at.y + l.height * float(lines)});
  ImGui::Dummy({width, em() * 0.5f});
}

}  // namespace attnlab
