// The rows of all pages of the Positions view.
#include "app/features/positions/view_pages.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "app/widgets/formula/formula.h"
#include "core/analysis/positions.h"
#include "core/config/number_text.h"
#include "core/language/messages.h"
#include "core/layers/input_sites.h"
#include "core/models/transformer_parts.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/positions.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

struct PositionsFrame;

namespace {

using namespace math;

/// The base to the power ±2i/d.
Formula power(const std::string& base, const char* sign, const char* size) {
  return sup(number(base), row({text(sign), frac(row({number("2"), var("i")}), var(size))}));
}

Formula wave(const char* column, const char* function) {
  return row({call("PE", row({var("p"), punct(), text(column)})), rel(),
              call(function, frac(var("p"), power("10000", "", "d")))});
}

Formula sinusoidal_formula(const PositionsFrame& frame) {
  if (has_sine_halves(frame.trace.config()))
    return row({wave("i", "sin"), text("      "), wave("d/2+i", "cos")});
  return row({wave("2i", "sin"), text("      "), wave("2i+1", "cos")});
}

Formula learned_formula(const PositionsFrame& frame) {
  const Formula seen = frame.pictures ? row({var("W"), sub(text("patch"), "p")})
                                      : row({var("E"), bracket(sub(text("token"), "p"))});
  return row({sub(var("x", Role::Residual), "p"), rel(), seen, op("+"), var("P"), bracket(var("p"))});
}

Formula rotary_formula(const PositionsFrame& frame) {
  const RotaryTurns turns = rotary_turns(frame.trace.config());
  const auto turned = [](const char* letter, Role role, const char* place) {
    return row({sub(var("R"), place), sub(var(letter, role), place)});
  };
  const RotaryScalingKind& scaling = *turns.scaling.kind;
  const Formula by = scaling.by_wave ? sub(var("s"), "i") : number(shortest_text(turns.scaling.factor));
  const Formula slower = scaling.scales ? row({op("/"), by}) : row({});
  const Formula left = sup(paren(turned("q", Role::Query, "p")), text("T"));
  const bool multiplied = turns.scaling.gain != 1;
  const Formula gain = multiplied ? sup(var("a"), number("2")) : row({});
  const Formula value =
      multiplied ? row({text("      "), var("a"), rel(), number(format_number(turns.scaling.gain, 4))})
                 : row({});
  return row(
      {left, turned("k", Role::Key, "j"), rel(), gain, subsup(var("q", Role::Query), var("p"), text("T")),
       sub(var("R"), text("j−p")), sub(var("k", Role::Key), "j"), text("      "), sub(var("θ"), "i"), rel(),
       power(shortest_text(turns.base), "−", turns.turned < turns.head_size ? "R" : "D"), slower, value});
}

Formula alibi_formula(const PositionsFrame&) {
  return row({sub(var("S"), text("h,pj")), rel(),
              frac(row({sub(var("q", Role::Query), "p"), op("·"), sub(var("k", Role::Key), "j")}),
                   math::sqrt(var("D"))),
              op("−"), sub(var("m"), "h"), text("|"), var("p"), op("−"), var("j"), text("|"), text("      "),
              sub(var("m"), "h"), rel(), sup(number("2"), text("−8h/H"))});
}

}  // namespace

extern const PositionPage kRelativeBiasPage;

namespace {

Index model_width(const ModelConfig& config) { return config.width; }
Index paired_head_size(const ModelConfig& config) { return config.head_size() / 2 * 2; }
Index head_count(const ModelConfig& config) { return config.heads; }

/// The cells of the shown positions.
std::vector<float> shown_cells(const PositionsFrame& frame, std::span<const Real> cells) {
  const auto count = static_cast<std::size_t>(frame.positions * frame.width);
  return {cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The first row of the table if padding has one.
std::size_t cells_of_padding(const PositionsFrame& frame) {
  return frame.trace.config().padding_token < 0 ? 0 : static_cast<std::size_t>(frame.width);
}

std::vector<float> learned_cells(const PositionsFrame& frame) {
  for (const TraceTensor& parameter : frame.trace.parameters())
    if (parameter.site == &input_sites::kPositionsWeight)
      return shown_cells(frame, parameter.value.subspan(cells_of_padding(frame)));
  return {};
}

SineLayout shown_layout(const PositionsFrame& frame) { return sine_layout(frame.trace.config()); }

std::vector<float> sinusoidal_cells(const PositionsFrame& frame) {
  return shown_cells(frame, sinusoid_table(frame.positions, frame.width, shown_layout(frame)).data);
}

/// The turns of the model without their gain, for waves from −1 to 1; if its head size is odd, without the
/// last cell.
RotaryTurns shown_turns(const PositionsFrame& frame) {
  RotaryTurns turns = rotary_turns(frame.trace.config());
  turns.head_size = frame.width;
  turns.turned = std::min(turns.turned, frame.width) / 2 * 2;
  turns.scaling.gain = 1;
  return turns;
}

double rotary_angle_of(const PositionsFrame& frame, Index row) {
  return rotary_angle(1, row / 2, shown_turns(frame));
}

double sinusoidal_angle_of(const PositionsFrame& frame, Index row) {
  return 2 * std::numbers::pi /
         wavelength(column_in_turns(row, frame.width, shown_layout(frame)), frame.width);
}

bool sinusoidal_is_sine(const PositionsFrame& frame, Index row) {
  return column_in_turns(row, frame.width, shown_layout(frame)) % 2 == 0;
}

bool rotary_is_sine(const PositionsFrame&, Index row) { return row % 2 != 0; }

std::vector<float> rotary_cells(const PositionsFrame& frame) {
  return shown_cells(frame, rotary_table(frame.positions, shown_turns(frame)).cells.data);
}

std::vector<float> alibi_cells(const PositionsFrame& frame) {
  return distance_biases(frame.width, frame.position, frame.positions);
}

std::string learned_origin(const PositionsFrame& frame, Index row) {
  return "P[" + std::to_string(frame.position) + "," + std::to_string(row) + "]";
}

std::string slope_origin(const PositionsFrame&, Index head) {
  return tr("m of head {1}", std::to_string(head));
}

double slope_of(const PositionsFrame& frame, Index head) {
  return double(distance_slopes(frame.width)[head]);
}

constexpr const char* kDrag = tr_mark("Drag to select a position.");

}  // namespace

std::span<const PositionPage> position_pages() {
  static const PositionPage kPages[] = {
      {.scheme = "sinusoidal",
       .formula = sinusoidal_formula,
       .hint = kDrag,
       .row = tr_mark("dimension"),
       .map_title = tr_mark("Every dimension"),
       .width = model_width,
       .table = sinusoidal_cells,
       .angle = sinusoidal_angle_of,
       .is_sine = sinusoidal_is_sine,
       .draw_similarity = draw_table_similarity},
      {.scheme = "learned",
       .formula = learned_formula,
       .hint = kDrag,
       .row = tr_mark("dimension"),
       .map_title = tr_mark("Every dimension"),
       .width = model_width,
       .table = learned_cells,
       .of_weights = true,
       .origin = learned_origin,
       .draw_similarity = draw_table_similarity},
      {.scheme = "rotary",
       .formula = rotary_formula,
       .row = tr_mark("dimension"),
       .map_title = tr_mark("cos and sin of every pair"),
       .width = paired_head_size,
       .table = rotary_cells,
       .angle = rotary_angle_of,
       .is_sine = rotary_is_sine,
       .draw_similarity = draw_turned_similarity},
      {.scheme = "alibi",
       .formula = alibi_formula,
       .row = tr_mark("head"),
       .map_title = tr_mark("Bias of every head"),
       .width = head_count,
       .table = alibi_cells,
       .by_head = true,
       .y_title = tr_mark("bias on the scores"),
       .origin = slope_origin,
       .value = slope_of,
       .value_word = tr_mark("slope"),
       .values_title = tr_mark("Slopes"),
       .draw_similarity = draw_weights_left},
      kRelativeBiasPage,
  };
  return kPages;
}

const PositionPage& position_page(const PositionScheme& scheme) {
  const auto found = std::ranges::find(position_pages(), scheme.name, &PositionPage::scheme);
  if (found == position_pages().end())
    throw std::invalid_argument("the Positions view does not have a page for " + std::string(scheme.name));
  return *found;
}

}  // namespace attnlab
