// The rows of all norm kinds.
#include "core/layers/norm_kind.h"

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/norm_sites.h"
#include "core/ops/norms/layer_norm.h"
#include "core/ops/norms/rms_norm.h"

namespace attnlab {

namespace {

Variable root_mean_square_norm(Tape& tape, Variable x, Variable gamma, Variable /*beta*/, Real epsilon) {
  return rms_norm(tape, x, gamma, epsilon);
}

Variable to_mean_and_deviation(Tape& tape, Variable x, Real epsilon) {
  const Variable mean = tape.name(row_mean(tape, x), norm_sites::kMean);
  const Variable variance = tape.name(row_variance(tape, x, mean), norm_sites::kVariance);
  return normalize(tape, x, mean, variance, epsilon);
}

Variable to_mean_square(Tape& tape, Variable x, Real epsilon) {
  const Variable mean_square = tape.name(row_mean_square(tape, x), norm_sites::kMeanSquare);
  return rms_normalize(tape, x, mean_square, epsilon);
}

}  // namespace

std::span<const NormKind> norm_kinds() {
  static constexpr NormKind kKinds[] = {
      {.name = "layer",
       .title = "LayerNorm",
       .formula = "γ·(x − μ)/√(σ² + ε)",
       .sentence = tr_mark("Every token's vector is shifted to mean 0 and scaled to standard deviation 1"),
       .term = "layer normalization",
       .gamma = norm_sites::kGamma,
       .beta = &norm_sites::kBeta,
       .normalized = norm_sites::kNormalized,
       .output = norm_sites::kOutput,
       .statistics = {&norm_sites::kMean, &norm_sites::kVariance},
       .centres = true,
       .fused = layer_norm,
       .normalize = to_mean_and_deviation},
      {.name = "rms",
       .title = "RMSNorm",
       .formula = "γ·x/√(m + ε)",
       .sentence = tr_mark("Every token's vector is scaled so that the mean of its squares is 1"),
       .term = "RMSNorm",
       .gamma = norm_sites::kRmsGamma,
       .beta = nullptr,
       .normalized = norm_sites::kRmsNormalized,
       .output = norm_sites::kRmsOutput,
       .statistics = {&norm_sites::kMeanSquare, nullptr},
       .centres = false,
       .fused = root_mean_square_norm,
       .normalize = to_mean_square},
  };
  return kKinds;
}

const NormKind& norm_kind(std::string_view name) { return row_named(norm_kinds(), "kind of norm", name); }

}  // namespace attnlab
