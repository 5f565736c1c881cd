// Words and formulas of the Positions view.
#include "app/views/positions/frame.h"

namespace attnlab {

namespace {

using namespace math;

/// 10000 to the power ±2i/d.
Formula power(const char* sign, const char* size) {
  return sup(number("10000"), row({text(sign), frac(row({number("2"), var("i")}), var(size))}));
}

Formula wave(const char* column, const char* function) {
  return row({call("PE", row({var("p"), punct(), text(column)})), rel(),
              call(function, frac(var("p"), power("", "d")))});
}

Formula sinusoidal() { return row({wave("2i", "sin"), text("      "), wave("2i+1", "cos")}); }

Formula learned(bool patches) {
  const Formula seen =
      patches ? row({var("W"), sub(text("patch"), "p")}) : row({var("E"), bracket(sub(text("token"), "p"))});
  return row({sub(var("x", Role::Residual), "p"), rel(), seen, op("+"), var("P"), bracket(var("p"))});
}

Formula rotary() {
  const auto turned = [](const char* letter, Role role, const char* place) {
    return row({sub(var("R"), place), sub(var(letter, role), place)});
  };
  const Formula left = sup(paren(turned("q", Role::Query, "p")), text("T"));
  return row({left, turned("k", Role::Key, "j"), rel(), subsup(var("q", Role::Query), var("p"), text("T")),
              sub(var("R"), text("j−p")), sub(var("k", Role::Key), "j"), text("      "), sub(var("θ"), "i"),
              rel(), power("−", "D")});
}

Formula alibi() {
  return row({sub(var("S"), text("h,pj")), rel(),
              frac(row({sub(var("q", Role::Query), "p"), op("·"), sub(var("k", Role::Key), "j")}),
                   math::sqrt(var("D"))),
              op("−"), sub(var("m"), "h"), text("|"), var("p"), op("−"), var("j"), text("|"), text("      "),
              sub(var("m"), "h"), rel(), sup(number("2"), text("−8h/H"))});
}

}  // namespace

const char* positions_title(const std::string& kind) {
  if (kind == "sinusoidal") return "Sinusoidal positions";
  if (kind == "learned") return "Learned positions";
  if (kind == "rotary") return "Rotary positions";
  return kind == "alibi" ? "ALiBi" : "No positions";
}

const char* row_word(const PositionsFrame& frame) { return frame.kind == "alibi" ? "head" : "dimension"; }

std::string positions_sentence(const PositionsFrame& frame) {
  const std::string pictures = frame.trace.config().architecture == "vision" ? "patch" : "position";
  if (frame.kind == "sinusoidal")
    return "Every position has a vector of waves, fast ones first and ever slower ones after them, that is "
           "added to the token's embedding. Drag the position.";
  if (frame.kind == "learned")
    return "Every " + pictures + " has a vector of its own, learned like any weight and added to what is " +
           (pictures == "patch" ? "seen there." : "read there.") + " Drag the position.";
  if (frame.kind == "rotary")
    return "Each pair of cells of a query or key is turned by an angle that grows with its position, so that "
           "their product depends on the distance alone.";
  return "Nothing is added to tokens: each head takes from a score what the distance costs, every head at a "
         "price of its own.";
}

Formula positions_formula(const PositionsFrame& frame) {
  if (frame.kind == "sinusoidal") return sinusoidal();
  if (frame.kind == "learned") return learned(frame.trace.config().architecture == "vision");
  return frame.kind == "rotary" ? rotary() : alibi();
}

}  // namespace attnlab
