// Superposition: parameters, forward pass and loss.
#include "core/models/superposition.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/data/digits.h"
#include "core/layers/parameter_scope.h"
#include "core/ops/basic/activation.h"
#include "core/ops/basic/linear.h"
#include "core/ops/basic/weighted_rows.h"
#include "core/ops/loss/cross_entropy.h"

namespace attnlab {

Superposition::Superposition(const ModelConfig& config) : Model(config) {
  const ParameterScope scope(layout_);
  const Index features = config.context;
  features_ = (scope / model_sites::kSource)
                  .add(model_sites::kFeatureWeight, {features, config.width},
                       Initializer::glorot(features, config.width));
  bias_ = (scope / model_sites::kOutput).add(model_sites::kNumberBias, {features}, Initializer::zeros());
  Real importance = 1;
  for (Index i = 0; i < features; ++i, importance *= Real(config.importance))
    importance_.push_back(importance);
}

/// x·W, which is no larger than the dimensions that it is squeezed into.
Variable Superposition::sum_of_features(Tape& tape, const Batch& batch) const {
  const Scope scope(tape, model_sites::kSource);
  const Index features = batch.source_length;
  if (features != config().context)
    throw std::invalid_argument("the text has " + std::to_string(features) + " digits, but the model has " +
                                std::to_string(config().context) +
                                " features: enter one digit for each feature");
  const Variable numbers = tape.constant({batch.size, 1, features});
  std::ranges::transform(batch.source, numbers.data(), [](TokenId digit) {
    return number_of_digit(std::max<TokenId>(digit, 0));  // what is no digit is absent
  });
  const Variable table = tape.parameter(features_);
  const Variable sum = tape.name(weighted_rows(tape, tape.name(numbers, model_sites::kNumbers), table),
                                 model_sites::kFeatureSum);
  if (tape.recording()) tape.name(linear(tape, table, table), model_sites::kOverlaps);
  return sum;
}

Variable Superposition::logits(Tape& tape, const Batch& batch) const {
  const Variable sum = sum_of_features(tape, batch);
  const Scope scope(tape, model_sites::kOutput);
  const Variable sums = tape.name(linear(tape, sum, tape.parameter(features_), tape.parameter(bias_)),
                                  model_sites::kNumberSums);
  return tape.name(relu(tape, sums), output_sites(config()).logits);
}

Model::Loss Superposition::losses(Tape& tape, const Batch& batch, double, Index counted) const {
  const std::span<Real> wanted{tape.arena().array<Real>(count_of(batch.target)), batch.target.size()};
  std::ranges::transform(batch.target, wanted.begin(),
                         [](TokenId digit) { return digit < 0 ? Real(-1) : number_of_digit(digit); });
  const SquaredErrorOptions options{wanted, importance_, Real(std::max<Index>(counted, 1))};
  const Variable numbers = logits(tape, batch);
  if (!tape.recording()) {
    const Variable mean = squared_error(tape, numbers, options);
    return {mean, mean, numbers};
  }
  const Scope scope(tape, model_sites::kLoss);
  const Variable each =
      tape.name(squared_error_per_token(tape, numbers, options), output_sites(config()).per_token);
  const Variable mean = tape.name(mean_loss(tape, each, options.normalizer), model_sites::kMeanLoss);
  return {mean, mean, numbers};
}

}  // namespace attnlab
