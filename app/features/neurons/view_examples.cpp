// Top examples of a unit: its activations over held-out positions, and the examples with the highest ones,
// with their tokens colored.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "app/views/common/picture_view.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/value_range.h"
#include "app/widgets/plots/histogram.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/trace/patch_grid.h"

namespace attnlab {

namespace {

using namespace std::string_literals;

constexpr std::size_t kMostExamples = 16;

/// The selected unit over the held-out texts, computed again for another unit.
struct MovingUnit {
  std::shared_ptr<const DescribedUnits> of;
  Index unit = -1;
  std::vector<float> values;
  std::vector<MovingExample> examples;
  std::uint64_t version = 0;
};

const MovingUnit& moving_unit(const NeuronsFrame& frame) {
  MovingUnit& known = frame.model.remembered<MovingUnit>();
  if (known.of == frame.results.held_out.value && known.unit == frame.unit) return known;
  known.of = frame.results.held_out.value;
  known.unit = frame.unit;
  known.values = known.of->held_out.of(frame.unit);
  known.examples = examples_that_move(known.of->held_out, frame.unit, kMostExamples);
  ++known.version;
  return known;
}

std::string summary_words(const NeuronsFrame& frame, const DescribedUnits& known) {
  const UnitSummary& unit = known.summaries[frame.unit];
  if (unit.silent)
    return tr("This unit is 0 at every position, so it has no top examples.") + " "s +
           held_out_unit_words(frame);
  const int digits = static_cast<int>(frame.model.screen.digits);
  std::string words =
      tr("Above 0 at {1} of the positions; mean {2}, standard deviation {3}, from {4} to {5}.",
         format_percent(unit.active), format_number(unit.mean, digits), format_number(unit.deviation, digits),
         format_number(unit.least, digits), format_number(unit.most, digits));
  if (const BestFeature best = best_feature(known, frame.unit); best.feature)
    words += " " + tr("It follows “{1}” most closely: r = {2}.", tr(best.feature->title),
                      format_fixed(best.correlation, 2));
  return words + " " + held_out_unit_words(frame);
}

void draw_unit_values(const NeuronsFrame& frame, const MovingUnit& unit) {
  const HistogramSeries series[] = {{tr("held-out data"), unit.values, series_colour(0)}};
  HistogramOptions o;
  o.size = {std::min(ImGui::GetContentRegionAvail().x, em() * 60), em() * 8};
  o.version = unit.version;
  o.x_title = tr("activation of unit {1}", std::to_string(frame.unit));
  o.target = "neurons.values";
  histogram_plot("values", series, o);
}

/// Where a token of an example is drawn.
struct TokenChip {
  Box box;
  std::string text;
  Real value = 0;
};

/// An example with its number in the list.
struct DrawnExample {
  std::size_t number = 0;
  const UnitExample& example;
  const MovingExample& moved;
  ValueRange range;
};

bool is_one_letter(const std::string& text) { return display_token(text).size() <= 4 && text.size() <= 4; }

std::vector<TokenChip> token_chips(const HeldOutUnits& all, Index unit, const UnitExample& example, ImVec2 at,
                                   float width) {
  const bool letters = std::ranges::all_of(example.pieces, is_one_letter, &Piece::text);
  ImFont* const font = letters ? fonts().mono : fonts().ui;
  const float height = std::ceil(em() * 1.45f), gap = letters ? 0 : em() * 0.15f;
  std::vector<TokenChip> chips;
  ImVec2 pen = at;
  for (Index t = 0; t < example.tokens(); ++t) {
    const std::string text = display_token(example.pieces[t].text);
    const float wide = std::ceil(std::min(text_size(font, text).x + em() * (letters ? 0.15f : 0.5f), width));
    if (pen.x + wide > at.x + width && pen.x > at.x) pen = {at.x, pen.y + height + em() * 0.15f};
    chips.push_back({box_at(pen, {wide, height}), text, all.at(example.begin + t, unit)});
    pen.x += wide + gap;
  }
  return chips;
}

void draw_chips(const DrawnExample& drawn, const std::vector<TokenChip>& chips, int digits) {
  const bool letters = std::ranges::all_of(drawn.example.pieces, is_one_letter, &Piece::text);
  const Canvas canvas = window_canvas();
  for (std::size_t t = 0; t < chips.size(); ++t) {
    const TokenChip& chip = chips[t];
    if (!ImGui::IsRectVisible(chip.box.min, chip.box.max)) continue;
    const Colour face = value_colour(chip.value, drawn.range, Scale::Diverging);
    canvas.fill(chip.box, face, letters ? 0 : em() * 0.2f);
    draw_text_in(canvas, letters ? fonts().mono : fonts().ui, chip.box, ink_on(face), chip.text,
                 Align::Centre, Cut::Meant);
    if (static_cast<Index>(t) == drawn.moved.position)
      draw_outline(canvas, chip.box, theme().palette.accent, em() / 8);
  }
  for (const TokenChip& chip : chips)
    if (ImGui::IsMouseHoveringRect(chip.box.min, chip.box.max))
      tip(chip.text + ": " + format_number(double(chip.value), digits));
}

/// Whether an example can replace the text on screen.
bool can_be_read(const NeuronsFrame& frame, const UnitExample& example) {
  const Format format = frame.model.format;
  return !example.picture && (format == Format::Stream || reads_source(frame.layer()));
}

void read_example(const NeuronsFrame& frame, const UnitExample& example) {
  const bool source = reads_source(frame.layer());
  std::vector<Piece> pieces;
  for (const Piece& piece : example.pieces)
    if (piece.id >= 0) pieces.push_back(piece);
  frame.emit(
      {source ? "text.source" : "text.target", {frame.model.vocabularies->of(source).text_of(pieces)}});
}

void draw_text_example(const NeuronsFrame& frame, const HeldOutUnits& all, const DrawnExample& drawn) {
  const float number = std::ceil(text_size(fonts().mono_small, "−0000.00").x + em() * 0.6f);
  const float room = ImGui::GetContentRegionAvail().x - em() * 0.5f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::vector<TokenChip> chips =
      token_chips(all, frame.unit, drawn.example, {at.x + number, at.y}, room - number);
  const Box whole{at, {at.x + room, chips.back().box.max.y}};
  ImGui::PushID(static_cast<int>(drawn.number));
  const bool pressed = ImGui::InvisibleButton("example", whole.size());
  draw_chips(drawn, chips, static_cast<int>(frame.model.screen.digits));
  ImGui::PopID();
  mark("neurons.example[" + std::to_string(drawn.number) + ",0]", whole);
  draw_text_in(window_canvas(), fonts().mono_small,
               {at, {at.x + number - em() * 0.4f, at.y + chips.front().box.height()}},
               theme().palette.text_dim, format_fixed(double(drawn.moved.activation), 2), Align::Right);
  if (pressed && can_be_read(frame, drawn.example)) read_example(frame, drawn.example);
  ImGui::Dummy({0, em() * 0.25f});
}

/// The patch with the highest activation is framed.
void draw_picture_example(const NeuronsFrame& frame, const HeldOutUnits& all, const DrawnExample& drawn,
                          float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box face = box_at(at, {side, side});
  ImGui::Dummy({side, side + em() * 1.4f});
  mark("neurons.example[" + std::to_string(drawn.number) + ",0]", face);
  draw_pixels(*drawn.example.picture, face);
  const std::optional<PatchGrid> grid = patch_grid(frame.trace.config());
  const Canvas canvas = window_canvas();
  for (Index t = 0; grid && t < drawn.example.tokens(); ++t) {
    const std::optional<PatchGrid::Place> patch = grid->patch_at(t);
    if (!patch) continue;
    const float wide = side / float(grid->columns), high = side / float(grid->rows);
    const Box box =
        box_at({at.x + wide * float(patch->column), at.y + high * float(patch->row)}, {wide, high});
    const Real value = all.at(drawn.example.begin + t, frame.unit);
    if (ImGui::IsMouseHoveringRect(box.min, box.max))
      tip(tr("patch {1}: {2}", drawn.example.pieces[t].text,
             format_number(double(value), static_cast<int>(frame.model.screen.digits))));
    if (t == drawn.moved.position) draw_outline(canvas, box, theme().palette.accent, em() / 8);
  }
  const std::string where = drawn.example.pieces[drawn.moved.position].text;
  draw_text_in(canvas, fonts().mono_small, {{at.x, face.max.y}, {face.max.x, face.max.y + em() * 1.3f}},
               theme().palette.text_dim,
               format_fixed(double(drawn.moved.activation), 2) +
                   (grid->patch_at(drawn.moved.position) ? "" : " " + where),
               Align::Centre, Cut::Meant);
}

void draw_unit_examples(const NeuronsFrame& frame, const DescribedUnits& known, const MovingUnit& unit) {
  const UnitSummary& summary = known.summaries[frame.unit];
  const auto most = float(std::max(std::abs(summary.least), std::abs(summary.most)));
  const float side = em() * 7, right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < unit.examples.size(); ++i) {
    const MovingExample& moved = unit.examples[i];
    if (i > 0 && moved.activation <= 0) break;
    const UnitExample& example = known.held_out.examples[moved.example];
    const DrawnExample drawn{i, example, moved, {-most, most}};
    if (!example.picture) {
      draw_text_example(frame, known.held_out, drawn);
      continue;
    }
    if (i > 0) ImGui::SameLine(0, em() * 0.8f);
    if (i > 0 && ImGui::GetCursorScreenPos().x + side > right) ImGui::NewLine();
    draw_picture_example(frame, known.held_out, drawn, side);
  }
}

}  // namespace

void draw_neurons_examples(const NeuronsFrame& frame) {
  const DescribedUnits* const known = frame.held_out();
  if (!known) return draw_unit_note(no_held_out_words(frame));
  const MovingUnit& unit = moving_unit(frame);
  draw_unit_note(summary_words(frame, *known));
  draw_unit_values(frame, unit);
  if (known->summaries[frame.unit].silent) return;
  const bool pictures = known->held_out.examples.front().picture != nullptr;
  draw_unit_note(
      tr("The held-out examples in which the unit’s activation is highest.") + " "s +
      (pictures ? tr("The framed patch has the highest activation.")
       : can_be_read(frame, known->held_out.examples.front())
           ? tr("The framed token has the highest activation; click an example to read it in all views.")
           : tr("The framed token has the highest activation.")));
  const RestOfView rest("neurons examples", 14);
  ImGui::Dummy({0, em() * 0.1f});
  draw_unit_examples(frame, *known, unit);
}

}  // namespace attnlab
