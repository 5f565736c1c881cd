// The rows of all schedules.
#include "core/training/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/training/training_config.h"

namespace attnlab {
namespace {

constexpr std::string_view kLine = "η·(t + 1)/(w + 1)";

/// The linear rise of the first steps.
double rate_of_rise(const TrainingConfig& c, Index step) {
  return c.learning_rate * double(step + 1) / double(c.warmup + 1);
}

double constant_rate(const TrainingConfig& c, Index step) {
  return step < c.warmup ? rate_of_rise(c, step) : c.learning_rate;
}

double cosine_rate(const TrainingConfig& c, Index step) {
  if (step < c.warmup) return rate_of_rise(c, step);
  if (step >= c.steps) return c.minimum_learning_rate;
  const double progress = double(step - c.warmup) / double(c.steps - c.warmup);
  const double share = 0.5 * (1 + std::cos(std::numbers::pi * progress));
  return c.minimum_learning_rate + share * (c.learning_rate - c.minimum_learning_rate);
}

/// A warm-up of 0 counts as 1.
double inverse_square_root_rate(const TrainingConfig& c, Index step) {
  const auto s = double(step + 1), warmup = double(std::max<Index>(c.warmup, 1));
  return c.learning_rate * std::min(s / warmup, std::sqrt(warmup / s));
}

}  // namespace

std::span<const Schedule> schedules() {
  static constexpr Schedule kSchedules[] = {
      {.name = "constant",
       .title = tr_mark("constant"),
       .formula = "η",
       .rise = kLine,
       .sentence = tr_mark("stays at its peak"),
       .rate = constant_rate},
      // Loshchilov and Hutter 2017.
      {.name = "cosine",
       .title = tr_mark("cosine"),
       .formula = "η_min + (η − η_min)·(1 + cos(π·(t − w)/(T − w)))/2",
       .rise = kLine,
       .sentence = tr_mark("falls along half a cosine from its peak to its minimum at step T"),
       .rate = cosine_rate},
      // Vaswani et al. 2017, section 5.3, with η = 1/√(C·w).
      {.name = "inverse_square_root",
       .title = tr_mark("inverse square root"),
       .formula = "η·√(w/(t + 1))",
       .rise = "η·(t + 1)/w",
       .sentence =
           tr_mark("falls with the inverse square root of the step, as in the first Transformer paper"),
       .rate = inverse_square_root_rate},
  };
  return kSchedules;
}

const Schedule& schedule_named(std::string_view name) { return row_named(schedules(), "schedule", name); }

}  // namespace attnlab
