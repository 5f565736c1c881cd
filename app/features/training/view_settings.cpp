// Settings of the run on screen: a change applies from the next step on. Also the search for a learning rate.
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
#include "core/language/messages.h"
#include "core/training/run/rate_finder.h"

namespace attnlab {
namespace {

/// The learning rate as people write it, and as the setting reads it: three digits.
std::string rate_words(double rate) { return format_number(rate, 3); }
std::string rate_setting(double rate) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", rate);
  return text;
}

/// The cosine may not end above its peak, and the factor would multiply the found learning rate.
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
  if (text_button(
          "rate.find", Icon::Play,
          tries    ? tr("Trying learning rates…")
          : course ? tr("Try again from this step")
                   : tr("Try learning rates"),
          tr("Trains a copy for 100 steps, each with a higher learning rate; the run itself does not change"),
          {.primary = !course, .enabled = !tries}))
    frame.emit({"train.find_rate", {}});
  if (!course || !course->suggestion) return;
  ImGui::SameLine(0, em());
  if (text_button("rate.use", tr("Use {1}", rate_words(*course->suggestion)),
                  tr("Sets the peak learning rate from the next step on; undo restores the old one"),
                  {.primary = true}))
    use_rate(frame, *course->suggestion);
}

std::string rate_findings(const Results& results, const RateCourse& course) {
  if (results.busy<RateCourse>())
    return tr("Step {1} of {2}.", std::to_string(course.rates.size()), std::to_string(course.search.steps));
  std::string text = tr("The search started from step {1}.", format_count(course.from)) + " ";
  if (course.diverged)
    text += tr("It ended at {1}, where the loss diverged.", rate_words(course.rates.back())) + " ";
  if (course.suggestion) return text + tr("The loss falls fastest at {1}.", rate_words(*course.suggestion));
  return text + tr("The loss does not fall at any of these learning rates.");
}

std::vector<PlotRule> rate_rules(const TrainingFrame& frame, const RateCourse& course) {
  std::vector<PlotRule> rules{{frame.model.training.settings.config.learning_rate *
                                   frame.model.training.settings.learning_rate_factor,
                               tr("current peak")}};
  if (course.suggestion) rules.push_back({*course.suggestion, tr("fastest fall")});
  return rules;
}

void draw_rate_plot(const TrainingFrame& frame, const RateCourse& course) {
  const std::vector<Series> series{{.name = tr("batch loss"),
                                    .x = course.rates,
                                    .y = course.losses,
                                    .colour = theme().palette.text_dim,
                                    .thickness = 1},
                                   {.name = tr("smoothed"),
                                    .x = course.rates,
                                    .y = course.smoothed,
                                    .colour = series_colour(0),
                                    .thickness = 2.4f}};
  LinePlotOptions o;
  o.x_title = tr("learning rate");
  o.y_title = tr("loss");
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
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("A copy of the run trains with a learning rate that rises at every step. While the "
                  "learning rate is low, the loss hardly changes; then it falls. Where the loss rises again, "
                  "the learning rate is too high."));
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

/// "208 stored steps, 482 MB, of which 474 MB are on disk".
std::string stored_steps_text(const Timeline& timeline) {
  const auto steps = std::ssize(timeline.states);
  const std::size_t all = timeline.bytes(), in_file = all - timeline.bytes_in_memory();
  if (in_file == 0)
    return tr_plural("{1} stored step, {2}", "{1} stored steps, {2}", steps, std::to_string(steps),
                     megabytes_of(all));
  return tr_plural("{1} stored step, {2}, of which {3} are on disk",
                   "{1} stored steps, {2}, of which {3} are on disk", steps, std::to_string(steps),
                   megabytes_of(all), megabytes_of(in_file));
}

/// Typed text that is not yet entered.
struct TypedTraining {
  TypedSettings settings;
  std::string loss = "0.1", steps = "100", seed;
};

/// `entered` is the option in whose field Enter was pressed: if it is refused, the field keeps the caret.
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

/// For sentences in a column, which may be narrower than a line that is easy to read.
float sentence_width() { return std::min(em() * 20, ImGui::GetContentRegionAvail().x); }

void draw_settings(const TrainingFrame& frame) {
  TypedTraining& typed = frame.model.remembered<TypedTraining>();
  wrapped_text(fonts().heading, theme().palette.text, tr("Change during training"));
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Changes apply from the next step on. The timeline marks each one."), sentence_width());
  ImGui::Dummy({0, em() * 0.2f});
  const TrainingSettings& now = frame.model.training.settings;
  const std::string entered =
      draw_settings_fields("setting", now, shown_run(frame.model).preset->model, typed.settings);
  const bool differs = !changed_settings(now, typed.settings).empty();
  const bool pressed =
      text_button("setting.apply", tr("Apply"), tr("Applies these settings from the next step on"),
                  {.primary = differs, .enabled = differs});
  if (pressed || !entered.empty()) apply_settings(frame, entered);
}

/// A button with a field at the right; true when the button was pressed. Enter in the field only leaves it:
/// the button may start long training, or discard the present weights.
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
  wrapped_text(fonts().heading, theme().palette.text, tr("Train"));
  if (!gpu.empty())
    wrapped_text(fonts().ui, theme().palette.text_dim, tr("Whole training steps run on {1}.", gpu),
                 sentence_width());
  ImGui::Dummy({0, em() * 0.2f});
  if (button_and_field("steer.go", tr("Train N steps"), tr("Trains for this number of steps, then pauses"),
                       "steer.steps", typed.steps, tr("steps"), can))
    frame.emit({"train.step", {typed.steps}});
  if (button_and_field("steer.to_loss", tr("Train to a loss"),
                       tr("Trains until the mean loss of the last steps reaches this value"), "steer.loss",
                       typed.loss, tr("loss"), can))
    frame.emit({"train.to_loss", {typed.loss}});
  if (text_button("steer.example", tr("Train one step on this example"),
                  tr("Uses the text on screen as the whole batch, so that you can step through its forward "
                     "pass, its gradients, and the update of any weight"),
                  {.enabled = can}))
    frame.emit({"train.example", {}});
  if (button_and_field(
          "steer.reset", tr("Restart with seed"),
          tr("Starts over with new weights and batches. If the field is empty, the seed stays the same."),
          "steer.seed", typed.seed, std::to_string(frame.model.training.settings.config.seed).c_str(), true))
    typed.seed.empty() ? frame.emit({"train.reset", {}}) : frame.emit({"train.reset", {typed.seed}});
  ImGui::Dummy({0, em() * 0.3f});
  const Index memory = frame.model.screen.history_megabytes;
  const Index chosen =
      stepper("steer.memory", tr("memory for past steps, MB"), memory,
              {.less = std::max<Index>(memory / 2, 1), .more = std::min<Index>(memory * 2, kMostHistory)});
  if (chosen != memory) frame.emit({"timeline.budget", {std::to_string(chosen)}});
  const Index runs = frame.model.screen.runs_megabytes;
  const Index most =
      stepper("steer.runs", tr("memory for open runs, MB"), runs,
              {.less = std::max<Index>(runs / 2, 1), .more = std::min<Index>(runs * 2, kMostRuns)});
  if (most != runs) frame.emit({"runs.budget", {std::to_string(most)}});
  dim_text(stored_steps_text(*shown_run(frame.model).record.timeline));
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
  wrapped_text(fonts().heading, theme().palette.text, tr("On the timeline"));
  if (timeline.events.empty() && timeline.pins.empty())
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 tr("Nothing yet. This list shows changes to settings and weights, and steps that you name "
                    "with the flag beside the timeline."));
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
