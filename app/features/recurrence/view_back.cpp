// Backward in time: the gradient of the loss at the state of each step, by layer, and in other cells of the
// same size. Also how clipping changes the whole gradient.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/runs/step_curves.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "app/widgets/tokens/token_strip.h"
#include "core/analysis/recurrence/time_gradients.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using namespace std::string_literals;

/// The run's gradient by step.
struct ClippingCurves {
  StepCurves steps{0};
};

/// The norm of the text's gradient, computed again for another pass.
struct RememberedNorm {
  TraceKey of;
  double norm = std::nan("");
};

double norm_of_text(const RecurrenceFrame& frame) {
  RememberedNorm& known = frame.model.remembered<RememberedNorm>();
  if (known.of != frame.model.trace_key()) known = {frame.model.trace_key(), gradient_norm(frame.trace)};
  return known.norm;
}

/// What the limit does to a gradient.
std::string clipped_words(const ClippedGradient& gradient, int digits) {
  if (gradient.limit <= 0) return tr("It is not clipped, because the limit is 0.");
  const std::string limit = format_number(gradient.limit, digits);
  return gradient.factor < 1
             ? tr("Clipping to the current limit {1} multiplies every component by {2}; the norm is then "
                  "{3}.",
                  limit, format_number(gradient.factor, digits), format_number(gradient.after(), digits))
             : tr("The current limit {1} does not change it.", limit);
}

/// The metrics of the step whose weights are on screen; null where they were not recorded.
const StepMetrics* metrics_on_screen(const RecurrenceFrame& frame) {
  if (!frame.model.record) return nullptr;
  const auto& steps = frame.model.record->steps;
  const auto at = static_cast<std::size_t>(frame.trace.step());
  return at >= 1 && at <= steps.size() && steps[at - 1].step == frame.trace.step() ? &steps[at - 1] : nullptr;
}

void draw_norms_by_step(const RecurrenceFrame& frame, const TrainingConfig& config, float width) {
  ClippingCurves& curves = frame.model.remembered<ClippingCurves>();
  curves.steps.update(frame.model.record->steps);
  if (curves.steps.steps().empty()) return;
  const std::vector<double>& x = curves.steps.steps();
  const std::vector<double> limit_x{x.front(), x.back()}, limit{config.clip, config.clip};
  std::vector<Series> series{{.name = tr("before clipping"), .x = x, .y = curves.steps.gradient()}};
  if (config.clip > 0) series.push_back({.name = tr("current limit"), .x = limit_x, .y = limit});
  step_plot(frame.model, "clipping", series,
            {.y_title = tr("norm of the gradient"),
             .size = {width, em() * 12},
             .log_y = true,
             .target = "recurrence.clipping"},
            frame.emit);
}

/// The norm of the whole gradient before and after clipping: of this text, and of the batches of the run.
void draw_clipping(const RecurrenceFrame& frame, float width) {
  const TrainingConfig* const config = frame.model.training_config;
  const Box title = reserve({width, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, tr("Gradient clipping"));
  tip_term("gradient clipping", title);
  const double norm = norm_of_text(frame);
  const std::string of_text = tr("The gradient of this text’s loss, over all weights, has norm {1}.",
                                 format_number(norm, frame.digits()));
  if (!config) {
    draw_recurrence_words(of_text, width);
    return draw_recurrence_words(tr("This model cannot be trained here, so there is no clipping limit."),
                                 width);
  }
  draw_recurrence_words(of_text + " " + clipped_words(clipped(*config, norm), frame.digits()), width);
  if (const StepMetrics* const metrics = metrics_on_screen(frame))
    draw_recurrence_words(
        tr("The gradient of the batch of step {1} has norm {2}.", format_count(metrics->step),
           format_number(metrics->gradient_norm, frame.digits())) +
            " " + clipped_words(clipped(*config, metrics->gradient_norm), frame.digits()),
        width);
  draw_norms_by_step(frame, *config, width);
}

/// A norm on a logarithmic axis: nothing flows back where it is 0.
double on_log_axis(double norm) { return norm > 0 ? norm : std::numeric_limits<double>::quiet_NaN(); }

/// The first column of a stack: a decoder's steps follow those of its encoder.
Index first_column(const RecurrenceFrame& frame, const Place& place) {
  const Part* const first = frame.cells.front().place.steps().front().part;
  return place.steps().front().part == first ? 0 : frame.cells.front().steps();
}

void draw_loss_choice(const RecurrenceFrame& frame) {
  const char* const losses[] = {tr("one target"), tr("whole text")};
  int at = frame.choice.one_target() ? 0 : 1;
  if (segmented("recurrence.loss", losses, at)) frame.choose("loss", at == 0 ? "one" : "whole");
  if (!has_cells_to_compare(frame.trace.config())) return;
  ImGui::SameLine(0, em());
  bool compare = frame.choice.compare;
  if (toggle("recurrence.compare", tr("compare cells"), compare,
             tr("Compares an RNN, an LSTM, and a GRU of the same size on this text")))
    frame.choose("compare", compare ? "on" : "off");
  if (!frame.choice.compare) return;
  const char* const titles[] = {tr("untrained"), tr("50 steps"), tr("200 steps")};
  constexpr Index kSteps[] = {0, 50, 200};
  next_on_line(segmented_width(titles), em());
  int steps = static_cast<int>(std::ranges::find(kSteps, frame.choice.steps) - std::begin(kSteps));
  if (segmented("recurrence.steps", titles, steps)) frame.choose("steps", std::to_string(kSteps[steps]));
}

/// The choice between the targets that count.
void draw_gradient_targets(const RecurrenceFrame& frame, Index target) {
  const std::vector<Index> counted = counted_targets(frame.trace);
  if (!frame.choice.one_target() || counted.size() < 2) return;
  std::vector<std::string> names;
  int selected = -1;
  for (const Index position : counted) {
    if (position == target) selected = static_cast<int>(names.size());
    const auto at = static_cast<std::size_t>(position);
    names.push_back(at < frame.trace.target_pieces.size() ? frame.trace.target_pieces[at].text
                                                          : std::to_string(position));
  }
  ImGui::BeginChild("recurrence targets", {0, em() * 3.9f}, false, ImGuiWindowFlags_NoBackground);
  const TokenStripResult strip = token_strip("targets", names,
                                             {.label = tr("loss of"),
                                              .selected = selected,
                                              .role = Role::Gradient,
                                              .positions = false,
                                              .target = "recurrence.targets"});
  ImGui::EndChild();
  if (strip.clicked >= 0)
    frame.choose("target", std::to_string(counted[static_cast<std::size_t>(strip.clicked)]));
}

/// The gradients that are shown; null while they are computed.
struct ShownGradients {
  std::vector<TimeGradient> own;
  const std::vector<TimeGradient>* gradients = nullptr;
  std::string words;
};

ShownGradients shown_gradients(const RecurrenceFrame& frame, Index target) {
  ShownGradients shown;
  if (frame.choice.one_target()) {
    const OneTargetGradients* const one = frame.results.one_target.get();
    shown.gradients = one ? &one->gradients : nullptr;
    shown.words =
        one ? tr("L is the loss of the target at position {1}: {2} at step {3}.", std::to_string(one->target),
                 format_number(one->loss, frame.digits()), format_count(one->step))
            : std::string(tr("Computing the gradient…"));
    if (one && one->target != target) shown.words += " "s + tr("Computing the gradient of another target…");
    return shown;
  }
  shown.own = time_gradients(frame.trace);
  shown.gradients = &shown.own;
  shown.words = tr("L is the loss of the text, the mean over its targets: {1} at step {2}.",
                   format_number(frame.trace.loss(), frame.digits()), format_count(frame.trace.step()));
  return shown;
}

/// The curves of a plot with their numbers.
struct BackCurves {
  std::vector<std::vector<double>> x, y;
  std::vector<std::string> names;

  void add(std::string name, Index first, const std::vector<double>& norms) {
    names.push_back(std::move(name));
    x.emplace_back();
    y.emplace_back();
    for (std::size_t t = 0; t < norms.size(); ++t) {
      x.back().push_back(static_cast<double>(first) + static_cast<double>(t));
      y.back().push_back(on_log_axis(norms[t]));
    }
  }
  std::vector<Series> series() const {
    std::vector<Series> all;
    for (std::size_t i = 0; i < names.size(); ++i)
      all.push_back({.name = names[i], .x = x[i], .y = y[i], .points = x[i].size() < 100});
    return all;
  }
};

void draw_back_plot(const RecurrenceFrame& frame, const char* name, const BackCurves& curves, ImVec2 size) {
  const Index first = first_column(frame, frame.cell().place);
  LinePlotOptions o{.x_title = tr("time step"),
                    .y_title = "‖∂L/∂h_t‖",
                    .size = size,
                    .x_values = AxisValues::Whole,
                    .log_y = true,
                    .marker = static_cast<double>(first + frame.at.time),
                    .empty_text = tr("no gradient yet"),
                    .target = name};
  const Index decoder = first_column(frame, frame.cells.back().place);
  if (decoder > 0) o.rules.push_back({static_cast<double>(decoder), tr("decoder")});
  const LinePlotResult plot = line_plot(name, curves.series(), o);
  if (!plot.picked_x) return;
  const Index time = std::llround(*plot.picked_x) - first;
  frame.select(*frame.cell().hidden, std::clamp<Index>(time, 0, frame.cell().steps() - 1), frame.at.unit);
}

void draw_own_gradients(const RecurrenceFrame& frame, const ShownGradients& shown, ImVec2 size) {
  BackCurves curves;
  for (const TimeGradient& gradient : *shown.gradients)
    curves.add(gradient.place.title(), first_column(frame, gradient.place), gradient.hidden);
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, tr("This network, by layer"));
  tip_term("backpropagation through time", title);
  draw_back_plot(frame, "recurrence.back", curves, size);
}

std::string compared_words(const RecurrenceFrame& frame, const CellComparison& comparison) {
  const Index step = comparison.cells.front().step;
  const std::string cell = cell_words(frame.cell()), units = std::to_string(frame.trace.config().width);
  std::string words =
      step == 0 ? tr("{1}, {2} units each, untrained, initialized with the seed of this run.", cell, units)
                : tr_plural("{1}, {2} units each, trained for {3} step with the settings of this preset.",
                            "{1}, {2} units each, trained for {3} steps with the settings of this preset.",
                            step, cell, units, format_count(step));
  words += " "s + tr("The gates of untrained cells are initialized so that units remember 2 or more steps. "
                     "Edits do not apply here.");
  if (!comparison.finished) words += " "s + tr("Training the networks…");
  for (const ComparedCell& each : comparison.cells)
    if (!each.failure.empty()) words += " " + std::string(each.kind->family) + ": " + each.failure;
  return words;
}

/// "RNN: 33,000 parameters, loss 3.1. The norm at the first step is 2.1e−9 of the largest norm.".
std::string reach_words(const ComparedCell& cell, const TimeGradient& gradient) {
  const double most = *std::ranges::max_element(gradient.hidden),
               first = gradient.reverse ? gradient.hidden.back() : gradient.hidden.front();
  const std::string parameters = format_count(cell.parameters), loss = format_fixed(cell.loss, 3);
  return most > 0
             ? tr("{1}: {2} parameters, loss {3}. The norm at the first step is {4} of the largest norm.",
                  cell.kind->family, parameters, loss, format_small(first / most, 2))
             : tr("{1}: {2} parameters, loss {3}. No gradient reaches the first step.", cell.kind->family,
                  parameters, loss);
}

const TimeGradient* compared_gradient(const ComparedCell& cell, const Place& place) {
  const auto found = std::ranges::find(cell.gradients, place, &TimeGradient::place);
  return found == cell.gradients.end() ? nullptr : &*found;
}

void draw_compared_gradients(const RecurrenceFrame& frame, ImVec2 size) {
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               tr("RNN, LSTM, and GRU of this size"));
  tip_term("vanishing gradient", title);
  const CellComparison* const comparison = frame.results.comparison.get();
  if (!comparison || comparison->cells.empty())
    return draw_recurrence_words(frame.results.comparison_error.empty()
                                     ? tr("Building the networks…")
                                     : tr("Could not compute this: {1}", frame.results.comparison_error));
  BackCurves curves;
  std::string reach;
  const Place& place = frame.cell().place;
  for (const ComparedCell& cell : comparison->cells)
    if (const TimeGradient* const gradient = compared_gradient(cell, place)) {
      curves.add(std::string(cell.kind->family), first_column(frame, place), gradient->hidden);
      reach += (reach.empty() ? "" : "\n") + reach_words(cell, *gradient);
    }
  draw_back_plot(frame, "recurrence.compared", curves, size);
  for (std::size_t from = 0; from < reach.size();) {
    const std::size_t end = std::min(reach.find('\n', from), reach.size());
    draw_recurrence_words(reach.substr(from, end - from), size.x);
    from = end + 1;
  }
  draw_recurrence_words(compared_words(frame, *comparison), size.x);
}

}  // namespace

void draw_recurrence_back(const RecurrenceFrame& frame) {
  const Index target = gradient_target(frame.choice, frame.trace);
  if (target < 0)
    return empty_note(tr("This text has no target, so no gradient flows back."),
                      tr("Choose an example with a target, or type a longer text."));
  draw_loss_choice(frame);
  draw_gradient_targets(frame, target);
  const ShownGradients shown = shown_gradients(frame, target);
  draw_recurrence_words(
      tr("‖∂L/∂h_t‖ measures how much the loss L changes with the state of each step, through all later "
         "steps.") +
      " "s + shown.words +
      (frame.results.error.empty() ? "" : " " + tr("Could not compute this: {1}", frame.results.error)));
  ImGui::BeginChild("recurrence back", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room{ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize,
                    ImGui::GetContentRegionAvail().y};
  const float gap = em() * 1.5f, height = std::clamp(room.y * 0.45f, em() * 13, em() * 24);
  const bool beside = frame.choice.compare && room.x > em() * 56;
  const float width = beside ? (room.x - gap) / 2 : std::min(room.x, em() * 80);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  if (shown.gradients) draw_own_gradients(frame, shown, {width, height});
  ImGui::EndGroup();
  if (beside) move_cursor({start.x + width + gap, start.y});
  ImGui::BeginGroup();
  if (frame.choice.compare) draw_compared_gradients(frame, {width, height});
  ImGui::EndGroup();
  const float bottom = std::max(ImGui::GetItemRectMax().y, start.y + height + em() * 1.6f);
  move_cursor({start.x, bottom + em() * 0.6f});
  draw_clipping(frame, std::min(room.x, em() * 80));
  ImGui::EndChild();
}

}  // namespace attnlab
