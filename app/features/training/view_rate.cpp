// The search for a learning rate: the loss while the rate rises from step to step, and a rate to use.
#include <cstdio>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/features/training/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "core/training/run/rate_finder.h"

namespace attnlab {
namespace {

/// The rate as people write it, and as the setting reads it: three digits.
std::string rate_words(double rate) { return format_number(rate, 3); }
std::string rate_setting(double rate) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", rate);
  return text;
}

/// The cosine may not end above its peak, and the factor would multiply what was found.
void use_rate(const TrainingFrame& frame, double rate) {
  const TrainingSettings& now = frame.model.training.settings;
  if (now.config.minimum_learning_rate > rate)
    frame.emit({"train.set", {"minimum_learning_rate", rate_setting(rate / 10)}});
  frame.emit({"train.set", {"learning_rate", rate_setting(rate)}});
  if (now.learning_rate_factor != 1) frame.emit({"train.rate", {"1"}});
}

void draw_rate_buttons(const TrainingFrame& frame, const RateCourse* course) {
  const Results& results = *frame.model.analyses;
  const bool tries = results.busy<RateCourse>();
  if (text_button("rate.find", Icon::Play,
                  tries    ? "Trying rates"
                  : course ? "Try again from now"
                           : "Try rates",
                  "100 steps on a copy, each with a higher rate: the run itself stays as it is",
                  {.primary = !course, .enabled = !tries}))
    frame.emit({"train.find_rate", {}});
  if (!course || !course->suggestion) return;
  ImGui::SameLine(0, em());
  const std::string use = "Use " + rate_words(*course->suggestion);
  if (text_button("rate.use", use.c_str(),
                  "The peak learning rate from the next step on; undo takes the change back",
                  {.primary = true}))
    use_rate(frame, *course->suggestion);
}

std::string rate_findings(const Results& results, const RateCourse& course) {
  if (results.busy<RateCourse>())
    return "Step " + std::to_string(course.rates.size()) + " of " + std::to_string(course.search.steps) + ".";
  std::string words = "From step " + format_count(course.from) + ". ";
  if (course.diverged)
    words += "The search ended at " + rate_words(course.rates.back()) +
             ", where the smoothed loss was 4 times its least. ";
  if (course.suggestion)
    words += "The loss falls fastest at " + rate_words(*course.suggestion) + ".";
  else
    words += "The loss falls at none of these rates.";
  return words;
}

std::vector<PlotRule> rate_rules(const TrainingFrame& frame, const RateCourse& course) {
  std::vector<PlotRule> rules{{frame.model.training.settings.config.learning_rate *
                                   frame.model.training.settings.learning_rate_factor,
                               "peak now"}};
  if (course.suggestion) rules.push_back({*course.suggestion, "falls fastest"});
  return rules;
}

void draw_rate_plot(const TrainingFrame& frame, const RateCourse& course) {
  const std::vector<Series> series{{.name = "loss of the batch",
                                    .x = course.rates,
                                    .y = course.losses,
                                    .colour = theme().palette.text_dim,
                                    .thickness = 1},
                                   {.name = "smoothed",
                                    .x = course.rates,
                                    .y = course.smoothed,
                                    .colour = series_colour(0),
                                    .thickness = 2.4f}};
  LinePlotOptions o;
  o.x_title = "learning rate";
  o.y_title = "loss";
  o.log_x = true;
  o.x_lo = course.search.lowest;
  o.x_hi = course.search.highest;
  o.rules = rate_rules(frame, course);
  o.target = "rate.plot";
  line_plot("rates", series, o);
}

}  // namespace

void draw_training_rate(const TrainingFrame& frame) {
  const Results& results = *frame.model.analyses;
  const RateCourse* course = frame.model.found<RateCourse>();
  if (course && course->rates.empty()) course = nullptr;
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      "A copy of the run learns with a rate that rises from step to step. While the rate is low, the loss "
      "stays; then it falls; where it rises again, the rate is too high.");
  ImGui::Dummy({0, em() * 0.3f});
  draw_rate_buttons(frame, course);
  if (const std::string& error = results.error<RateCourse>(); !error.empty())
    wrapped_text(fonts().ui, theme().palette.bad, error);
  if (!course) return;
  wrapped_text(fonts().ui, theme().palette.text, rate_findings(results, *course));
  ImGui::Dummy({0, em() * 0.3f});
  draw_rate_plot(frame, *course);
}

}  // namespace attnlab
