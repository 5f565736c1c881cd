// Update derivation: the formula of AdamW with one weight's numbers.
#include "core/analysis/update_derivation.h"

#include <cmath>

#include "core/trace/parts.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

DerivationPart with_suffix(const CellName& cell, const char* suffix, double value) {
  return cell_part({cell.tensor + suffix, cell.index}, value);
}

DerivationPart clipped_gradient(const WeightUpdate& u) {
  DerivationPart gradient = with_suffix(u.cell, ".grad", u.gradient);
  if (u.clip_factor == 1) return gradient;
  return combined(Kind::Product, {number_part(u.clip_factor, "clip"), std::move(gradient)}, "g");
}

/// (β·old + (1 − β)·fresh) / (1 − βᵗ).
DerivationPart corrected_moment(DerivationPart old, DerivationPart fresh, double beta, const char* beta_label,
                                Index t, const char* label) {
  const std::string name = beta_label;
  DerivationPart moment = combined(
      Kind::Sum, {combined(Kind::Product, {number_part(beta, name), std::move(old)}),
                  combined(Kind::Product, {number_part(1 - beta, "1 − " + name), std::move(fresh)})});
  const double correction = 1 - std::pow(beta, static_cast<double>(t));
  return combined(Kind::Quotient, {std::move(moment), number_part(correction, "1 − " + name + "ᵗ")}, label);
}

DerivationPart decayed_weight(const WeightUpdate& u, double decay) {
  DerivationPart weight = cell_part(u.cell, u.weight);
  if (!u.decays || decay == 0) return weight;
  DerivationPart kept =
      combined(Kind::Difference, {number_part(1), combined(Kind::Product, {number_part(u.learning_rate, "lr"),
                                                                           number_part(decay, "λ")})});
  return combined(Kind::Product, {std::move(weight), std::move(kept)});
}

}  // namespace

Derivation derive_update(const WeightUpdate& u, const TrainingConfig& config) {
  DerivationPart mean = corrected_moment(with_suffix(u.cell, ".mean", u.mean), clipped_gradient(u),
                                         config.beta1, "β₁", u.update, "m̂");
  DerivationPart square =
      corrected_moment(with_suffix(u.cell, ".square", u.square),
                       combined(Kind::Square, {clipped_gradient(u)}), config.beta2, "β₂", u.update, "v̂");
  DerivationPart size =
      combined(Kind::Sum, {combined(Kind::Sqrt, {std::move(square)}), number_part(config.epsilon, "ε")});
  DerivationPart step = combined(
      Kind::Quotient,
      {combined(Kind::Product, {number_part(u.learning_rate, "lr"), std::move(mean)}), std::move(size)},
      "step");
  Derivation derivation;
  derivation.cell = u.cell;
  derivation.value = u.result;
  derivation.operation = "adamw";
  derivation.formula =
      u.decays && config.weight_decay != 0 ? "w ← w·(1 − lr·λ) − lr·m̂ / (√v̂ + ε)" : "w ← w − lr·m̂ / (√v̂ + ε)";
  derivation.formula += ", m̂ = (β₁m + (1 − β₁)g) / (1 − β₁ᵗ), v̂ = (β₂v + (1 − β₂)g²) / (1 − β₂ᵗ)";
  derivation.root = combined(Kind::Difference, {decayed_weight(u, config.weight_decay), std::move(step)});
  return derivation;
}

}  // namespace attnlab
