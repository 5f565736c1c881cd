// The formulas of position schemes, typeset.
#include "app/features/positions/view_formulas.h"

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "core/config/number_text.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

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

}  // namespace

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

}  // namespace attnlab
