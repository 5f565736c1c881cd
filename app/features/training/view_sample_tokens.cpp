// Tokens in columns as wide as the wider of the right and the given token.
#include "app/features/training/view_sample_tokens.h"

#include <cmath>

#include "app/widgets/tokens/token_text.h"

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

std::string sample_verdict(const Sample& sample) {
  if (sample.tokens.size() == 1) return sample.all_right() ? "right" : "wrong";
  if (sample.all_right()) return "all right";
  return std::to_string(sample.right) + " of " + std::to_string(sample.tokens.size()) + " right";
}

}  // namespace attnlab
