// Formulas of the stages, their symbols in the colors of their roles.
#include <cmath>

#include "app/state/made_commands.h"
#include "app/views/common/stage_text.h"

namespace attnlab {

namespace {

using namespace math;

Formula scores() { return var("S", Role::None, symbol::kScores); }
Formula scaled() {
  return sub(var("S", Role::None, symbol::kScaled), text("scaled", Role::None, symbol::kScaled));
}
Formula masked() {
  return sub(var("S", Role::None, symbol::kMasked), text("masked", Role::None, symbol::kMasked));
}
Formula attention() { return var("A", Role::Output, symbol::kAttention); }
Formula context() { return var("Z", Role::Output, symbol::kContext); }
Formula value() { return var("V", Role::Value, symbol::kValue); }

Formula weight(const char* letter, Role role) {
  return subsup(var("W", role, symbol::kWeight), var(letter, role, symbol::kWeight),
                text("T", role, symbol::kWeight));
}

Formula bias(const char* letter, Role role) {
  return sub(var("b", role, symbol::kBias), var(letter, role, symbol::kBias));
}

Formula projection(Formula result, Formula input, const char* letter, Role role, bool biased) {
  std::vector<Formula> parts = {std::move(result), rel(), std::move(input), weight(letter, role)};
  if (biased) parts.insert(parts.end(), {op("+"), bias(letter, role)});
  return row(std::move(parts));
}

Formula input() { return var("X", Role::Residual, symbol::kInput); }

Formula scaled_formula(Index head_size, bool scaling) {
  if (!scaling) return row({scaled(), rel(), scores()});
  const Formula root = math::sqrt(sub(var("d"), "k"));
  const double size = std::sqrt(double(head_size));
  const Formula divided = frac(scores(), number(divisor_text(head_size)));
  return row({scaled(), rel(), frac(scores(), root), rel(),
              frac(scores(), math::sqrt(number(std::to_string(head_size)))),
              rel(size == std::floor(size) ? "=" : "≈"), divided});
}

Formula concat(Index heads) {
  const auto head = [](Index i) { return sub(context(), number(std::to_string(i))); };
  std::vector<Formula> parts = {head(0)};
  if (heads > 3) {
    parts.insert(parts.end(), {punct(), text("…"), punct(), head(heads - 1)});
  } else {
    for (Index i = 1; i < heads; ++i) parts.insert(parts.end(), {punct(), head(i)});
  }
  return row({text("concat", Role::Output, symbol::kConcat), paren(row(std::move(parts)))});
}

}  // namespace

Formula stage_formula(const AppState& state, const ModelConfig& config, bool biased) {
  const Formula q = var("Q", Role::Query, symbol::kQuery), k = var("K", Role::Key, symbol::kKey);
  switch (state.chosen.stage) {
    case Stage::Query: return projection(q, input(), "Q", Role::Query, biased);
    case Stage::Key: return projection(k, input(), "K", Role::Key, biased);
    case Stage::Value: return projection(value(), input(), "V", Role::Value, biased);
    case Stage::Scores: return row({scores(), rel(), q, sup(k, text("T", Role::Key, symbol::kKey))});
    case Stage::Scaled:
      return scaled_formula(config.head_size(), !has_edit(state, scaling_edit(state.selection)));
    case Stage::Masked:
      return row({masked(), rel(), scaled(), op("+"), var("M", Role::Masked, symbol::kMask)});
    case Stage::Softmax: return row({attention(), rel(), call("softmax", masked())});
    case Stage::Context: return row({context(), rel(), attention(), value()});
    case Stage::Output:
      return projection(var("Y", Role::Output, symbol::kOutput), concat(config.heads), "O", Role::None,
                        biased);
  }
  return text("");
}

}  // namespace attnlab
