// Settings of the run on screen: a change holds from the next step on. Also the search for a learning rate.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/features/training/view_frame.h"
#include "app/views/common/entered_field.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/settings_fields.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
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

namespace {

std::string megabytes_of(std::size_t bytes) { return format_count(static_cast<Index>(bytes >> 20)) + " MB"; }

/// "208 steps are kept, 482 MB (474 MB on disk)".
std::string kept_steps_text(const Timeline& timeline) {
  const std::size_t all = timeline.bytes(), in_file = all - timeline.bytes_in_memory();
  return std::to_string(timeline.states.size()) + " steps are kept, " + megabytes_of(all) +
         (in_file > 0 ? " (" + megabytes_of(in_file) + " on disk)" : "");
}

/// Typed text that is not yet entered.
struct TypedTraining {
  TypedSettings settings;
  std::string loss = "0.1", steps = "100", seed;
};

/// `entered` is the option in whose field Enter was pressed: where it is refused, the field has the caret.
void apply_settings(const TrainingFrame& frame, const std::string& entered) {
  TypedTraining& typed = frame.model.remembered<TypedTraining>();
  for (const std::string& change : changed_settings(frame.model.training.settings, typed.settings)) {
    const std::size_t equals = change.find('=');
    const std::string option = change.substr(0, equals);
    const Command command{"train.set", {option, change.substr(equals + 1)}};
    option == entered ? send_entered(command, "setting." + option, frame.emit) : frame.emit(command);
  }
  typed.settings.clear();
}

void draw_settings(const TrainingFrame& frame) {
  TypedTraining& typed = frame.model.remembered<TypedTraining>();
  wrapped_text(fonts().heading, theme().palette.text, "Change while it learns");
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "From the next step on; each change is marked on the timeline.", em() * 20);
  ImGui::Dummy({0, em() * 0.2f});
  const TrainingSettings& now = frame.model.training.settings;
  const std::string entered =
      draw_settings_fields("setting", now, shown_run(frame.model).preset->model, typed.settings);
  const bool differs = !changed_settings(now, typed.settings).empty();
  const bool pressed = text_button("setting.apply", "Apply", "What was typed works from the next step on",
                                   {.primary = differs, .enabled = differs});
  if (pressed || !entered.empty()) apply_settings(frame, entered);
}

/// A button with a field at the right; true when the button was pressed. Enter in the field only leaves it:
/// what the button begins may take long, or end what was learned.
bool button_and_field(const char* button, const char* label, const char* about, const char* field,
                      std::string& text, const char* hint, bool enabled) {
  const float left = ImGui::GetCursorPosX();
  const bool pressed = text_button(button, label, about, {.enabled = enabled});
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + em() * 10.5f);
  text_field(field, text, hint, em() * 5);
  return pressed;
}

void draw_steering(const TrainingFrame& frame) {
  TypedTraining& typed = frame.model.remembered<TypedTraining>();
  const bool can = frame.model.training.state != TrainingView::State::Failed;
  const std::string& gpu = frame.model.training.step_device;
  wrapped_text(fonts().heading, theme().palette.text, "Learn");
  if (!gpu.empty())
    wrapped_text(fonts().ui, theme().palette.text_dim, "Whole steps are made on " + gpu + ".", em() * 20);
  ImGui::Dummy({0, em() * 0.2f});
  if (button_and_field("steer.go", "So many steps", "Learns so many steps, then pauses", "steer.steps",
                       typed.steps, "steps", can))
    frame.emit({"train.step", {typed.steps}});
  if (button_and_field("steer.to_loss", "Down to a loss", "Learns until the mean of the last steps is there",
                       "steer.loss", typed.loss, "loss", can))
    frame.emit({"train.to_loss", {typed.loss}});
  if (text_button(
          "steer.example", "One step on this example alone",
          "The text on screen is the whole batch: walk through its pass, its gradients, and the update "
          "of any weight",
          {.enabled = can}))
    frame.emit({"train.example", {}});
  if (button_and_field("steer.reset", "Begin anew, seed", "Other weights and batches; empty: the same seed",
                       "steer.seed", typed.seed,
                       std::to_string(frame.model.training.settings.config.seed).c_str(), true))
    typed.seed.empty() ? frame.emit({"train.reset", {}}) : frame.emit({"train.reset", {typed.seed}});
  ImGui::Dummy({0, em() * 0.3f});
  const Index memory = frame.model.screen.history_megabytes;
  const Index chosen =
      stepper("steer.memory", "memory for past steps, MB", memory,
              {.less = std::max<Index>(memory / 2, 1), .more = std::min<Index>(memory * 2, kMostHistory)});
  if (chosen != memory) frame.emit({"timeline.budget", {std::to_string(chosen)}});
  const Index runs = frame.model.screen.runs_megabytes;
  const Index most =
      stepper("steer.runs", "memory for open runs, MB", runs,
              {.less = std::max<Index>(runs / 2, 1), .more = std::min<Index>(runs * 2, kMostRuns)});
  if (most != runs) frame.emit({"runs.budget", {std::to_string(most)}});
  dim_text(kept_steps_text(*shown_run(frame.model).record.timeline));
}

/// A line with a link to its step.
void draw_step_line(const TrainingFrame& frame, const std::string& name, Index step, const std::string& text,
                    Colour colour) {
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height});
  if (ImGui::InvisibleButton(name.c_str(), box.size())) frame.emit({"timeline.to", {std::to_string(step)}});
  mark(name, box);
  if (ImGui::IsItemHovered()) window_canvas().fill(box, theme().palette.raised, em() * 0.3f);
  draw_text_in(window_canvas(), fonts().mono, {box.min, {box.min.x + em() * 5, box.max.y}}, colour,
               format_count(step), Align::Right);
  draw_text_in(window_canvas(), fonts().ui, {{box.min.x + em() * 5.8f, box.min.y}, box.max},
               theme().palette.text, text, Align::Left, Cut::Meant);
}

void draw_history(const TrainingFrame& frame) {
  const Timeline& timeline = *shown_run(frame.model).record.timeline;
  wrapped_text(fonts().heading, theme().palette.text, "On the timeline");
  if (timeline.events.empty() && timeline.pins.empty())
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 "Nothing yet: changes of settings and weights are listed here, and steps that were given a "
                 "name (the flag beside the timeline).");
  for (std::size_t i = 0; i < timeline.pins.size(); ++i)
    draw_step_line(frame, "steer.pin." + std::to_string(i + 1), timeline.pins[i].step, timeline.pins[i].name,
                   role_text(Role::Key));
  for (std::size_t i = 0; i < timeline.events.size(); ++i)
    draw_step_line(frame, "steer.event." + std::to_string(i + 1), timeline.events[i].step,
                   spoken(timeline.events[i].text), role_text(Role::Gradient));
}

}  // namespace

void draw_training_settings(const TrainingFrame& frame) {
  const float room = ImGui::GetContentRegionAvail().x, gap = em() * 1.6f;
  const int columns = std::clamp(static_cast<int>(room / (em() * 20)), 1, 3);
  const float width = std::floor((room - gap * float(columns - 1)) / float(columns));
  using Draw = void (*)(const TrainingFrame&);
  constexpr Draw kParts[] = {draw_settings, draw_steering, draw_history};
  ImGui::BeginChild("settings", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  for (int column = 0, part = 0; column < columns; ++column) {
    if (column > 0) ImGui::SameLine(0, gap);
    ImGui::BeginChild(("column" + std::to_string(column)).c_str(), {width, 0}, false,
                      ImGuiWindowFlags_NoBackground);
    for (const int end = column + 1 == columns ? 3 : part + 1; part < end; ++part) {
      kParts[part](frame);
      ImGui::Dummy({0, em() * 0.8f});
    }
    ImGui::EndChild();
  }
  ImGui::EndChild();
}

}  // namespace attnlab
