// The part that is looked at: what it adds, what freezing the norms hides, and the tokens that a head read.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"

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
  const float number = text_size(fonts().mono_small, frame.signed_number(-frame.largest)).x;
  return std::ceil(std::max(number, text_size(fonts().small, "value says").x) + em() * 0.6f);
}

void draw_token_titles(const TokenLine& line, const char* keys) {
  const Colour dim = theme().palette.text_dim;
  const Canvas canvas = window_canvas();
  const auto title = [&](float from, float to, const char* text, Align align) {
    draw_text_in(canvas, fonts().small, {{from, line.box.min.y}, {to, line.box.max.y}}, dim, text, align,
                 Cut::Meant);
  };
  title(line.box.min.x, line.rail, keys, Align::Left);
  title(line.weight, line.says, "weight", Align::Right);
  title(line.says, line.value, "value says", Align::Right);
  title(line.value, line.box.max.x, "product", Align::Right);
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
                    of_source && frame.reads_two_texts() ? "source" : "token");
  float y = start.y + height;
  for (const SourceShare& source : head.sources) {
    const Box box = box_at({start.x, y}, {width, height});
    move_cursor(box.min);
    ImGui::PushID(static_cast<int>(source.key));
    if (ImGui::InvisibleButton("token", box.size())) {
      frame.select(head);
      frame.emit({"select.key", {std::to_string(source.key)}});
    }
    tip("The attention weight times what the value vector says through W_O, the norms and the output.");
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

/// As many decimals as tell two numbers apart, at least `least`.
int distinct_decimals(double a, double b, int least) {
  constexpr int kMost = 7;
  int decimals = least;
  while (decimals < kMost && format_fixed(a, decimals) == format_fixed(b, decimals)) ++decimals;
  return decimals;
}

/// "the logit would fall by 0.48".
std::string fall_words(const ContributionsFrame& frame, double fall) {
  return std::string("the logit would ") + (fall < 0 ? "rise" : "fall") + " by " +
         frame.number(std::abs(fall));
}

/// "… divide by 0.531 and not by 0.529, and the logit would fall by 0.48: so freezing the norms errs by
/// +0.04."
std::string freezing_words(const ContributionsFrame& frame) {
  const ContributionPart& part = *frame.part;
  if (frame.all.divisor <= 0) return "Without norms, leaving it out takes exactly that.";
  if (part.kind == ContributionPart::Kind::OutputBias) return "No norm follows it.";
  const int decimals = distinct_decimals(part.divisor, frame.all.divisor, frame.decimals());
  const std::string with = format_fixed(frame.all.divisor, decimals),
                    without = format_fixed(part.divisor, decimals);
  const std::string divides =
      with == without ? "as much, " + frame.number(frame.all.divisor) : without + " and not by " + with;
  return "Without it the last norm would divide by " + divides + ", and " + fall_words(frame, part.left_out) +
         ": so freezing the norms errs by " + frame.signed_number(part.error()) + ".";
}

}  // namespace

void draw_contribution_part(const ContributionsFrame& frame, float width) {
  if (!frame.part) return dim_text("Choose a part: its numbers stand here.");
  const ContributionPart& part = *frame.part;
  const Colour dim = theme().palette.text_dim;
  const std::string title = part_title(part) + ": " + frame.signed_number(part.value);
  wrapped_text(fonts().ui_bold, theme().palette.text, title, width);
  wrapped_text(fonts().ui, dim, freezing_words(frame), width);
  const bool head = part.kind == ContributionPart::Kind::Head;
  if (!frame.model.figure &&
      text_button("contributions.open", head ? "Open in Heads" : "Open in Step through",
                  "The same part in its own view  (Enter)"))
    frame.emit({"contributions.open", {}});
  if (!head) return;
  ImGui::Dummy({0, em() * 0.2f});
  wrapped_text(fonts().ui, dim,
               frame.all.rows.size() > 1
                   ? "What it read, over all positions: weights are means."
                   : "What it read: attention weight × what the token's value vector says of the logit.",
               width);
  draw_tokens_of_head(frame, width);
  if (part.edited != 0)
    wrapped_text(fonts().ui, dim,
                 "An edit of the head's context adds " + frame.signed_number(part.edited) + ".", width);
}

}  // namespace attnlab
