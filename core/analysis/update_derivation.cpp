// Update derivation: the formula of AdamW with one weight's numbers.
#include "core/analysis/update_derivation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/trace/parts.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

DerivationPart with_suffix(const CellName& cell, const char* suffix, double value) {
  return cell_part({cell.tensor + suffix, cell.index}, value);
}

DerivationPart clipped_gradient(const WeightUpdate& u) {
  DerivationPart gradient = with_suffix(u.cell, ".grad", u.numbers.gradient);
  if (u.numbers.clip_factor == 1) return gradient;
  return combined(Kind::Product, {number_part(u.numbers.clip_factor, "clip"), std::move(gradient)}, "g");
}

/// (β·old + (1 − β)·fresh) / (1 − βᵗ).
DerivationPart corrected_moment(DerivationPart old, DerivationPart fresh, double beta, const char* beta_label,
                                Index t, const char* label) {
  const std::string name = beta_label;
  DerivationPart moment = combined(
      Kind::Sum, {combined(Kind::Product, {number_part(beta, name), std::move(old)}),
                  combined(Kind::Product, {number_part(1 - beta, "1 − " + name), std::move(fresh)})});
  const double correction = 1 - std::pow(beta, double(t));
  return combined(Kind::Quotient, {std::move(moment), number_part(correction, "1 − " + name + "ᵗ")}, label);
}

DerivationPart decayed_weight(const WeightUpdate& u, double decay) {
  DerivationPart weight = cell_part(u.cell, u.numbers.weight);
  if (!u.decays || decay == 0) return weight;
  DerivationPart kept = combined(
      Kind::Difference, {number_part(1), combined(Kind::Product, {number_part(u.numbers.learning_rate, "lr"),
                                                                  number_part(decay, "λ")})});
  return combined(Kind::Product, {std::move(weight), std::move(kept)});
}

}  // namespace

Derivation derive_update(const WeightUpdate& u, const TrainingConfig& config) {
  DerivationPart mean = corrected_moment(with_suffix(u.cell, ".mean", u.numbers.mean), clipped_gradient(u),
                                         config.beta1, "β₁", u.numbers.update, "m̂");
  DerivationPart square = corrected_moment(with_suffix(u.cell, ".square", u.numbers.square),
                                           combined(Kind::Square, {clipped_gradient(u)}), config.beta2, "β₂",
                                           u.numbers.update, "v̂");
  DerivationPart size =
      combined(Kind::Sum, {combined(Kind::Sqrt, {std::move(square)}), number_part(config.epsilon, "ε")});
  DerivationPart step =
      combined(Kind::Quotient,
               {combined(Kind::Product, {number_part(u.numbers.learning_rate, "lr"), std::move(mean)}),
                std::move(size)},
               tr_mark("step"));
  Derivation derivation;
  derivation.cell = u.cell;
  derivation.value = u.numbers.result;
  derivation.operation = "adamw";
  derivation.formula =
      u.decays && config.weight_decay != 0 ? "w ← w·(1 − lr·λ) − lr·m̂ / (√v̂ + ε)" : "w ← w − lr·m̂ / (√v̂ + ε)";
  derivation.formula += ", m̂ = (β₁m + (1 − β₁)g) / (1 − β₁ᵗ), v̂ = (β₂v + (1 − β₂)g²) / (1 − β₂ᵗ)";
  derivation.root = combined(Kind::Difference, {decayed_weight(u, config.weight_decay), std::move(step)});
  return derivation;
}

Index flat_index(const ParameterLayout& parameters, const CellName& cell) {
  const std::optional<ParameterId> id = parameters.find(cell.tensor);
  if (!id || cell.index.size() != static_cast<std::size_t>(parameters[*id].shape.rank())) return -1;
  const Shape& shape = parameters[*id].shape;
  for (std::size_t i = 0; i < cell.index.size(); ++i)
    if (cell.index[i] < 0 || cell.index[i] >= shape[static_cast<int>(i)]) return -1;
  return parameters[*id].offset + shape.offset(cell.index);
}

WeightUpdate named_update(const ParameterLayout& parameters, const CellUpdate& update) {
  const auto holds = [&](const Parameter& p) {
    return update.cell >= p.offset && update.cell < p.offset + p.shape.size();
  };
  const auto found = std::ranges::find_if(parameters.all(), holds);
  if (found == parameters.all().end())
    throw std::out_of_range(tr("no parameter contains weight {1}", std::to_string(update.cell)));
  const auto index = found->shape.index_of(update.cell - found->offset);
  return {{found->name, {index.begin(), index.begin() + found->shape.rank()}}, update, found->decays()};
}

std::vector<UpdateLine> update_lines(const WeightUpdate& u, const TrainingConfig& config) {
  const DerivationPart root = derive_update(u, config).root;
  const DerivationPart &kept = root.parts[0], &step = root.parts[1];
  const DerivationPart& mean = step.parts[0].parts[1];
  const DerivationPart& square = step.parts[1].parts[0].parts[0];
  std::vector<UpdateLine> lines = {
      {"w", tr_mark("weight before"), tr_mark("The weight before the step."), u.numbers.weight},
      {"g", tr_mark("gradient of the batch"),
       tr_mark("The derivative of the batch's mean loss with respect to the weight."), u.numbers.gradient}};
  if (u.numbers.clip_factor < 1)
    lines.push_back(
        {"c", tr_mark("clips g to c·g"),
         tr_mark("The norm of the whole gradient was too large, so the whole gradient is scaled down."),
         u.numbers.clip_factor});
  lines.push_back(
      {"m", "β₁·m + (1 − β₁)·g", tr_mark("The decaying mean of the gradients so far."), mean.parts[0].value});
  lines.push_back({"v", "β₂·v + (1 − β₂)·g²", tr_mark("The decaying mean of the squared gradients so far."),
                   square.parts[0].value});
  lines.push_back(
      {"m̂", "m / (1 − β₁^t)", tr_mark("The mean, corrected because it started at 0."), mean.value});
  lines.push_back(
      {"v̂", "v / (1 − β₂^t)", tr_mark("The mean of squares, corrected in the same way."), square.value});
  lines.push_back({"lr", tr_mark("learning rate"), tr_mark("The learning rate of the schedule at this step."),
                   u.numbers.learning_rate});
  lines.push_back(
      {"s", "lr·m̂ / (√v̂ + ε)", tr_mark("The step, which is subtracted from the weight."), step.value});
  if (u.decays && config.weight_decay != 0)
    lines.push_back({"d", "lr·λ·w",
                     tr_mark("Weight decay, which is also subtracted, so that weights stay small."),
                     u.numbers.weight - kept.value});
  lines.push_back({"w", tr_mark("weight after"), tr_mark("w − s − d, as stored."), u.numbers.result});
  return lines;
}

}  // namespace attnlab
