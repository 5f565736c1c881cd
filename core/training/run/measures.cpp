// Measures: one row, part by part.
#include "core/training/run/measures.h"

#include <limits>

namespace attnlab {

Measures::Measures(const Trainer& trainer, Index validation_batches)
    : validation_batches_(validation_batches),
      answers_(trainer.task().has_answers()),
      groups_(parameter_groups(trainer.model().parameters())),
      probe_(trainer.model(), trainer.task(), trainer.weights()),
      names_{"validation.loss", "validation.tokens"} {
  const TrainedParameters& trained = trainer.trained();
  for (const ParameterGroup& group : groups_)
    learning_.push_back(part_of(group, trained.ranges(), trained.gradients().begin));
  if (answers_) names_.push_back("validation.sequences");
  for (const char* what : {"gradient.", "weight.", "update."})
    for (const ParameterGroup& group : groups_) names_.push_back(what + group.name);
  names_.insert(names_.end(), probe_.names().begin(), probe_.names().end());
}

std::vector<float> Measures::measure(Trainer& trainer, std::span<const Real> before) {
  std::vector<float> values;
  values.reserve(names_.size());
  const Validation validation = trainer.validate(validation_batches_);
  values.push_back(float(validation.loss));
  values.push_back(float(validation.accuracy().tokens));
  if (answers_) values.push_back(float(validation.accuracy().sequences));
  measure_groups(trainer, before, values);
  probe_.measure(trainer.model(), trainer.weights(), values, trainer.device().get());
  return values;
}

void Measures::measure_groups(const Trainer& trainer, std::span<const Real> before,
                              std::vector<float>& values) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto update = [&](const ParameterGroup& group) {
    const double was = norm(group, before);
    return was > 0 ? difference_norm(group, before, trainer.weights()) / was : kNone;
  };
  const auto gradient = [&](const ParameterGroup& group) {
    return before.empty() || group.ranges.empty() ? kNone : norm(group, trainer.gradient());
  };
  const auto add = [&](const auto& measured) {
    for (const ParameterGroup& group : groups_) values.push_back(float(measured(group)));
  };
  for (const ParameterGroup& group : learning_) values.push_back(float(gradient(group)));
  add([&](const ParameterGroup& group) { return norm(group, trainer.weights()); });
  add([&](const ParameterGroup& group) { return before.empty() ? kNone : update(group); });
}

}  // namespace attnlab
