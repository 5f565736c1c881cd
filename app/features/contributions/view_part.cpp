// The selected part: its contribution, the error of frozen norms, and the tokens that a head reads.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Places of a token's line.
struct TokenLine {
  Box box;
  float rail, weight, says, value;

  TokenLine(const Box& whole, float number) : box(whole) {
    value = box.max.x - number;
    says = value - number;
    weight = says - number;
    rail = box.min.x + std::min(box.width() * 0.24f, em() * 8);
  }
};

float token_number_width(const ContributionsFrame& frame) {
  float width = text_size(fonts().mono_small, frame.signed_number(-frame.largest)).x;
  for (const char* const title : {tr("weight"), tr("value"), tr("product")})
    width = std::max(width, text_size(fonts().small, title).x);
  return std::ceil(width + em() * 0.6f);
}

void draw_token_titles(const TokenLine& line, const char* keys) {
  const Colour dim = theme().palette.text_dim;
  const Canvas canvas = window_canvas();
  const auto title = [&](float from, float to, const char* text, Align align) {
    draw_text_in(canvas, fonts().small, {{from, line.box.min.y}, {to, line.box.max.y}}, dim, text, align,
                 Cut::Meant);
  };
  title(line.box.min.x, line.rail, keys, Align::Left);
  title(line.weight, line.says, tr("weight"), Align::Right);
  title(line.says, line.value, tr("value"), Align::Right);
  title(line.value, line.box.max.x, tr("product"), Align::Right);
}

void draw_token_line(const ContributionsFrame& frame, const TokenLine& line, const SourceShare& source,
                     double most) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box& box = line.box;
  draw_text_in(canvas, fonts().ui, {box.min, {line.rail - em() * 0.3f, box.max.y}}, p.text,
               frame.key_piece(*frame.part, source.key), Align::Left, Cut::Meant);
  const Box rail{{line.rail, box.min.y + em() * 0.3f}, {line.weight - em() * 0.3f, box.max.y - em() * 0.3f}};
  if (rail.width() > em()) {
    const float middle = std::round(rail.centre().x), half = rail.width() / 2;
    canvas.fill(rail, p.raised, em() * 0.1f);
    const float length = most > 0 ? half * float(source.value / most) : 0;
    canvas.fill(
        {{std::min(middle, middle + length), rail.min.y}, {std::max(middle, middle + length), rail.max.y}},
        contribution_colour(source.value));
    canvas.fill({{middle, rail.min.y}, {middle + 1, rail.max.y}}, p.text_dim);
  }
  const auto number = [&](float from, float to, Colour colour, const std::string& text) {
    draw_text_in(canvas, fonts().mono_small, {{from, box.min.y}, {to, box.max.y}}, colour, text, Align::Right,
                 Cut::Meant);
  };
  number(line.weight, line.says, p.text_dim, format_percent(source.weight, 1));
  number(line.says, line.value, p.text_dim, frame.signed_number(source.says));
  number(line.value, box.max.x, p.text, frame.signed_number(source.value));
}

void draw_tokens_of_head(const ContributionsFrame& frame, float width) {
  const ContributionPart& head = *frame.part;
  double most = 0;
  for (const SourceShare& source : head.sources) most = std::max(most, std::abs(source.value));
  const float height = std::ceil(em() * 1.45f), number = token_number_width(frame);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool of_source = frame.keys_of_source(head);
  draw_token_titles({box_at(start, {width, height}), number},
                    of_source && frame.reads_two_texts() ? tr("source") : tr("token"));
  float y = start.y + height;
  for (const SourceShare& source : head.sources) {
    const Box box = box_at({start.x, y}, {width, height});
    move_cursor(box.min);
    ImGui::PushID(static_cast<int>(source.key));
    if (ImGui::InvisibleButton("token", box.size())) {
      frame.select(head);
      frame.emit({"select.key", {std::to_string(source.key)}});
    }
    tip(
        tr("The product is the attention weight times the contribution of the value vector to the logit, "
           "through W_O, the norms and the output layer."));
    ImGui::PopID();
    mark("contributions.token[" + std::to_string(source.key) + ",0]", box);
    HoverGrid grid;
    grid.box = box;
    grid.key_source = of_source;
    grid.first_key = static_cast<int>(source.key);
    hover_grid(grid);
    if (hovered().on({of_source, static_cast<int>(source.key)}))
      window_canvas().unrecorded().fill(box, theme().palette.raised, em() * 0.2f);
    draw_token_line(frame, {box, number}, source, most);
    y += height;
  }
  move_cursor({start.x, y});
  ImGui::Dummy({width, em() * 0.2f});
}

/// The decimals that distinguish two numbers, at least `least`.
int distinct_decimals(double a, double b, int least) {
  constexpr int kMost = 7;
  int decimals = least;
  while (decimals < kMost && format_fixed(a, decimals) == format_fixed(b, decimals)) ++decimals;
  return decimals;
}

/// "Without this part, the last norm would divide by 0.531 instead of 0.529, and the logit would fall by
/// 0.48. …".
std::string freezing_words(const ContributionsFrame& frame) {
  const ContributionPart& part = *frame.part;
  if (frame.all.divisor <= 0)
    return tr("No norm follows, so without this part the logit would be lower by exactly its contribution.");
  if (part.kind == ContributionPart::Kind::OutputBias) return tr("No norm follows this part.");
  const int decimals = distinct_decimals(part.divisor, frame.all.divisor, frame.decimals());
  const std::string with = format_fixed(frame.all.divisor, decimals),
                    without = format_fixed(part.divisor, decimals),
                    change = frame.number(std::abs(part.left_out)), error = frame.signed_number(part.error());
  const bool rises = part.left_out < 0;
  if (with == without)
    return rises
               ? tr("Without this part, the last norm would still divide by {1}, and the logit would rise by "
                    "{2}. The error of freezing the norms is {3}.",
                    frame.number(frame.all.divisor), change, error)
               : tr("Without this part, the last norm would still divide by {1}, and the logit would fall by "
                    "{2}. The error of freezing the norms is {3}.",
                    frame.number(frame.all.divisor), change, error);
  return rises
             ? tr("Without this part, the last norm would divide by {1} instead of {2}, and the logit would "
                  "rise by {3}. The error of freezing the norms is {4}.",
                  without, with, change, error)
             : tr("Without this part, the last norm would divide by {1} instead of {2}, and the logit would "
                  "fall by {3}. The error of freezing the norms is {4}.",
                  without, with, change, error);
}

}  // namespace

void draw_contribution_part(const ContributionsFrame& frame, float width) {
  if (!frame.part) return dim_text(tr("Select a part to see its numbers."));
  const ContributionPart& part = *frame.part;
  const Colour dim = theme().palette.text_dim;
  const std::string title = part_title(part) + ": " + frame.signed_number(part.value);
  wrapped_text(fonts().ui_bold, theme().palette.text, title, width);
  wrapped_text(fonts().ui, dim, freezing_words(frame), width);
  const bool head = part.kind == ContributionPart::Kind::Head;
  if (!frame.model.figure &&
      text_button("contributions.open", head ? tr("Open in Heads") : tr("Open in Step through"),
                  tr("Opens the part in that view  (Enter)")))
    frame.emit({"contributions.open", {}});
  if (!head) return;
  ImGui::Dummy({0, em() * 0.2f});
  wrapped_text(fonts().ui, dim,
               frame.all.rows.size() > 1
                   ? tr("The tokens that the head reads, over all positions; the weights are means.")
                   : tr("The tokens that the head reads: attention weight × contribution of the value vector "
                        "to the logit."),
               width);
  draw_tokens_of_head(frame, width);
  if (part.edited != 0)
    wrapped_text(fonts().ui, dim,
                 tr("An edit of the head's context adds {1}.", frame.signed_number(part.edited)), width);
}

}  // namespace attnlab
