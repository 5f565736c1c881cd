// TrainingConfig: its option table and rules.
#include "core/training/training_config.h"

#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/training/parameters/trained_parameters.h"
#include "core/training/schedule.h"

namespace attnlab {

Fields training_fields(TrainingConfig& c) {
  return {
      {"steps", &c.steps, tr_mark("number of steps in the run"), 1, 100000000},
      {"batch", &c.batch, tr_mark("B, number of sequences per step"), 1, 65536},
      {"shards", &c.shards, tr_mark("number of parts of a batch that run in parallel"), 1, 64},
      {"learning_rate", &c.learning_rate, tr_mark("peak learning rate"), 0, 10},
      {"minimum_learning_rate", &c.minimum_learning_rate,
       tr_mark("learning rate at the end of the cosine schedule"), 0, 10},
      {"warmup", &c.warmup, tr_mark("number of steps of linear increase"), 0, 100000000},
      {"schedule", &c.schedule, tr_mark("how the learning rate changes over the run"), 0, 0,
       choices_of(schedules())},
      {"beta1", &c.beta1, tr_mark("AdamW: decay of the mean gradient"), 0, 0.999999},
      {"beta2", &c.beta2, tr_mark("AdamW: decay of the mean square"), 0, 0.999999},
      {"epsilon", &c.epsilon, tr_mark("AdamW: ε"), 1e-15, 1},
      {"weight_decay", &c.weight_decay, tr_mark("AdamW: weight decay of matrices"), 0, 10},
      {"clip", &c.clip, tr_mark("largest gradient norm; 0: no clipping"), 0, 1e6},
      {"label_smoothing", &c.label_smoothing, tr_mark("ε of label smoothing"), 0, 0.9},
      {"teacher_forcing", &c.teacher_forcing,
       tr_mark("probability that the decoder reads the correct token, not its own prediction"), 0, 1},
      {"train", &c.train,
       tr_mark("names of the parameters to train, such as decoder.layers.1.*; empty: all")},
      {"seed", &c.seed, tr_mark("random seed of weights, batches and dropout"), 0, 4294967295.0},
  };
}

void validate(const TrainingConfig& config) {
  TrainingConfig copy = config;
  check_fields(training_fields(copy), "training");
  check_trained_names(config.train);
  if (config.minimum_learning_rate > config.learning_rate) {
    const Field least{"", &copy.minimum_learning_rate, ""}, peak{"", &copy.learning_rate, ""};
    throw std::invalid_argument(field_error("training", "minimum_learning_rate", field_text(least),
                                            "at most training.learning_rate (" + field_text(peak) + ")"));
  }
}

double learning_rate_at(const TrainingConfig& config, Index step) {
  return schedule_named(config.schedule).rate(config, step);
}

}  // namespace attnlab
