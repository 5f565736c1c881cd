// Training: metrics of all runs, experiments, and the training of the run on screen. Also the panel with the
// training controls. Script names: training.part[0,i] are the parts; train.play, train.step, train.reset,
// train.pace.less, train.pace.more, train.rate, and those of timeline_bar.h and training_curves.h.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/format.h"
#include "app/features/training/choice.h"
#include "app/features/training/view_frame.h"
#include "app/state/train_pace.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/looks_in_use.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/views/common/views.h"
#include "app/views/runs/loss_curves.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/settings_fields.h"
#include "app/views/runs/timeline_bar.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/samples.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using State = TrainingView::State;

/// A number with its name.
struct Stat {
  std::string value, name;
  std::string_view term;  ///< of the glossary
};

const char* play_label(const TrainingView& t) {
  if (t.state == State::Running) return tr("Pause");
  if (t.state == State::Finished) return tr("Continue");
  return tr("Train");
}

/// The width of the widest label of this button, so that the buttons after it do not move.
float play_width() {
  float width = 0;
  for (const char* label : {tr("Pause"), tr("Continue"), tr("Train")})
    width = std::max(width, text_size(fonts().ui_bold, label).x);
  return width + em() * 1.45f + ImGui::GetStyle().FramePadding.x * 2.4f;
}

const char* play_tip(const TrainingView& t) {
  if (t.state == State::Running) return tr("Pause training (Space)");
  if (t.state == State::Finished) return tr("Continue training past the step limit");
  return tr("Train (Space)");
}

/// The most steps per second, between buttons for fewer and more, if there is room.
void draw_pace(const TrainingView& t, const Emit& emit) {
  const std::string fastest = pace_text(kFullSpeed), next = pace_text(slower_pace(kFullSpeed));
  const char* const longest[] = {fastest.c_str(), next.c_str()};
  const float label = std::ceil(widest(longest, 0) + em() * 0.4f), height = ImGui::GetFrameHeight();
  ImGui::SameLine(0, em() * 0.6f);
  if (ImGui::GetContentRegionAvail().x < label + 2 * height) return;
  if (icon_button("train.pace.less", Icon::Minus, tr("Train more slowly"),
                  {.enabled = slower_pace(t.pace) != t.pace, .plain = true}))
    emit({"train.pace", {"slower"}});
  ImGui::SameLine(0, 0);
  const Box box = reserve({label, height});
  draw_text_in(control_canvas(), fonts().ui, box, theme().palette.text_dim, pace_text(t.pace), Align::Centre);
  ImGui::SameLine(0, 0);
  if (icon_button("train.pace.more", Icon::Plus, tr("Train faster"),
                  {.enabled = t.pace != kFullSpeed, .plain = true}))
    emit({"train.pace", {"faster"}});
}

void draw_buttons(const TrainingView& t, const Emit& emit) {
  const bool running = t.state == State::Running, failed = t.state == State::Failed;
  const bool finished = t.state == State::Finished;
  const float left = ImGui::GetCursorPosX(), gap = em() * 0.35f;
  if (text_button("train.play", running ? Icon::Pause : Icon::Play, play_label(t), play_tip(t),
                  {.primary = true, .enabled = !failed}))
    emit({running ? "train.pause" : finished ? "train.play" : "train.toggle", {}});
  ImGui::SameLine(left + whole_width(play_width()) + gap, 0);
  if (icon_button("train.step", Icon::StepForward, tr("Train for one step"), {.enabled = !failed}))
    emit({"train.step", {}});
  ImGui::SameLine(0, gap);
  if (icon_button("train.reset", Icon::Reset, tr("Start again with the same seed"), {.primary = failed}))
    emit({"train.reset", {}});
  draw_pace(t, emit);
}

std::string step_text(const ViewModel& model) {
  const TrainingView& t = model.training;
  if (model.state.rewound) return tr("{1} of {2}", format_count(*model.state.rewound), format_count(t.step));
  return t.steps > 0 ? format_count(t.step) + " / " + format_count(t.steps) : format_count(t.step);
}

std::optional<double> batch_loss(const ViewModel& model) {
  return model.record ? loss_at(*model.record, step_on_screen(model)) : std::nullopt;
}

std::vector<Stat> stats_of(const ViewModel& model) {
  const TrainingView& t = model.training;
  const std::string none = "–";
  const bool running = t.state == State::Running;
  const auto loss = batch_loss(model);
  std::vector<Stat> stats{
      {step_text(model),
       model.state.rewound ? tr("past step")
       : is_past_limit(t)  ? tr("steps, past the limit")
                           : tr("steps"),
       "training step"},
      {loss ? format_number(*loss, 3) : none, tr("loss"), "loss"},
      {running ? format_compact(t.tokens_per_second) : none, tr("tokens/s"), "token"},
      {running && t.seconds_left > 0 ? format_duration(t.seconds_left) : none, tr("time left"), ""},
      {running ? format_compact(t.steps_per_second) : none, tr("steps/s"), "training step"}};
  const Index step = step_on_screen(model);
  if (const auto held_out = model.record ? held_out_loss_at(*model.record, step) : std::nullopt)
    stats.insert(stats.begin() + 2,
                 {format_number(held_out->loss, 3), held_out_name(*held_out, step), "validation loss"});
  return stats;
}

/// Width reserved for a number, so that the numbers after it do not move.
float stat_width(const Stat& stat) {
  const float value = text_size(fonts().mono, stat.value).x, least = em() * 3.2f;
  return std::max({least, std::ceil(value / em()) * em(), text_size(fonts().small, stat.name).x}) +
         em() * 0.9f;
}

enum class StatLines { One, Two };

/// Numbers before or over their names, as many as fit into `room`.
void draw_stats(const std::vector<Stat>& stats, Box room, StatLines lines) {
  const bool two_lines = lines == StatLines::Two;
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float middle = room.min.y + room.height() * 0.54f;
  for (const Stat& stat : stats) {
    const float name = two_lines ? 0 : text_size(fonts().small, stat.name).x + em() * 0.4f;
    const float width = stat_width(stat) + name;
    if (room.width() < width - em() * 0.9f) return;
    if (two_lines) {
      draw_text_in(canvas, fonts().mono, {room.min, {room.max.x, middle}}, p.text, stat.value);
      draw_text_in(canvas, fonts().small, {{room.min.x, middle}, room.max}, p.text_dim, stat.name);
    } else {
      draw_text_in(canvas, fonts().small, room, p.text_dim, stat.name);
      draw_text_in(canvas, fonts().mono, {{room.min.x + name, room.min.y}, room.max}, p.text, stat.value);
    }
    tip_term(stat.term, {room.min, {room.min.x + width, room.max.y}});
    room.min.x += width;
  }
}

/// Draws the learning rate of the step on screen, the slider of the next steps, and its curve below.
void draw_rate(const ViewModel& model, Box box, bool with_scale, const Emit& emit) {
  move_cursor(box.min);
  ImGui::BeginGroup();
  const Palette& p = theme().palette;
  const float line = ImGui::GetFrameHeight();
  Box row = box_at(box.min, {box.width(), line});
  const Canvas canvas = window_canvas();
  const auto rate = rate_on_screen(model);
  const std::string now = rate ? format_number(*rate, 3) : "–";
  const float room = row.width() - text_size(fonts().mono, now).x - em() * 0.5f;
  const auto draw_name = [&](const std::string& name) {
    draw_text_in(canvas, fonts().small, {row.min, {row.min.x + room, row.max.y}}, p.text_dim, name);
  };
  const std::string step = model.state.rewound ? format_count(*model.state.rewound + 1) : "",
                    whole = step.empty() ? tr("learning rate") : tr("learning rate of step {1}", step);
  const bool breaks = text_size(fonts().small, whole).x > room && !step.empty();
  draw_name(breaks ? tr("learning rate") : whole);
  if (breaks) {
    row.min.y += line;
    row.max.y += line;
    draw_name(tr("of step {1}", step));
  }
  tip_term("learning rate", row);
  draw_text_in(canvas, fonts().mono, row, p.text, now, Align::Right);
  move_cursor({box.min.x, row.max.y});
  rate_slider("train.rate", model, box.width(), emit, RateLabel::Hidden);
  const float left = box.max.y - ImGui::GetCursorScreenPos().y;
  const bool failed = model.training.state == State::Failed;
  if (left > em() * 4.5f && has_curve(model) && !failed) {
    draw_rate_curve(model, {box.width(), left});
  } else if (with_scale && left > ImGui::GetFrameHeight() && box.width() > scale_width()) {
    draw_scale(model);
  }
  ImGui::EndGroup();
}

std::string failure_text(const TrainingView& t) {
  return t.message.empty() ? tr("Training stopped.") : t.message;
}

void draw_failure(const TrainingView& t, float width) {
  wrapped_text(fonts().ui, theme().palette.bad, failure_text(t), width);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("The last good weights are kept. Lower the learning rate, then start again."), width);
}

/// Draws everything on one line, for a low panel.
void draw_low(const ViewModel& model, const Emit& emit) {
  draw_buttons(model.training, emit);
  ImGui::SameLine(0, em());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box room = box_at(at, {ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()});
  const bool fits = room.width() >= em() * 11;  // less has no room for its buttons
  const float bar =
      fits && has_timeline(model) ? std::min(room.width(), std::max(em() * 16, room.width() * 0.5f)) : 0;
  if (fits) draw_timeline(model, bar, emit);
  const Box rest{{room.min.x + bar + em(), room.min.y}, room.max};
  if (model.training.state != State::Failed) {
    draw_stats(stats_of(model), rest, StatLines::One);
    return ImGui::NewLine();
  }
  draw_text_in(window_canvas(), fonts().ui, rest, theme().palette.bad, failure_text(model.training),
               Align::Left, Cut::Meant);
  move_cursor(rest.min);
  ImGui::Dummy(rest.size());
  tip(failure_text(model.training));
}

/// Draws buttons and numbers over the whole width; below them the loss with the learning rate at the right.
void draw_full(const ViewModel& model, const Emit& emit) {
  const Box all = box_at(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
  const float row = std::ceil(em() * 2.2f), gap = std::floor(em() * 0.4f);
  move_cursor({all.min.x, all.min.y + (row - ImGui::GetFrameHeight()) / 2});
  draw_buttons(model.training, emit);
  const float x = ImGui::GetItemRectMax().x + em() * 1.2f;
  draw_stats(stats_of(model), {{x, all.min.y}, {all.max.x, all.min.y + row}}, StatLines::Two);
  move_cursor({all.min.x, all.min.y + row});
  draw_timeline(model, all.width(), emit);
  const float y = all.min.y + row + ImGui::GetFrameHeight() + gap;
  const bool with_rate = all.width() > em() * 24;
  const float rate = with_rate ? std::clamp(all.width() * 0.28f, em() * 9, em() * 15) : 0;
  const float left = all.width() - (with_rate ? rate + em() * 1.2f : 0);
  move_cursor({all.min.x, y});
  bool with_scale = false;
  if (model.training.state == State::Failed) {
    draw_failure(model.training, left);
  } else {
    with_scale = !draw_loss(model, {left, all.max.y - y}, emit) && has_curve(model);
  }
  if (with_rate) draw_rate(model, {{all.max.x - rate, y}, all.max}, with_scale, emit);
}

}  // namespace

void draw_training(const ViewModel& model, const Emit& emit) {
  const LooksInUse looks(model.screen, emit);
  if (!has_task(model) && !model.loading) {
    const Index steps = model.training.step;
    return empty_note(steps > 0
                          ? tr_plural("A saved model after {1} training step.",
                                      "A saved model after {1} training steps.", steps, format_count(steps))
                          : tr("Nothing to train."),
                      how_to_train(model));
  }
  ImGui::GetContentRegionAvail().y < em() * 7 ? draw_low(model, emit) : draw_full(model, emit);
}

namespace {

struct TrainingPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const TrainingFrame& frame);
  bool (*offered)(const ViewModel& model) = nullptr;  ///< whether it has anything to show; null: always
};

bool writes_samples(const ViewModel& model) { return has_samples(model.format); }
bool learns_heads(const ViewModel& model) {
  return !model.trace || has_attention_heads(model.trace->config());
}

constexpr TrainingPart kTrainingParts[] = {
    {"metrics", tr_mark("metrics"), draw_training_metrics},
    {"samples", tr_mark("samples"), draw_training_samples, writes_samples},
    {"heads", tr_mark("heads"), draw_training_heads, learns_heads},
    {"experiments", tr_mark("experiments"), draw_training_experiments},
    {"settings", tr_mark("settings"), draw_training_settings},
    {"rate", tr_mark("learning rate"), draw_training_rate}};

struct CurvesOfRuns {
  std::map<Index, RunCurves> by_number;
};

}  // namespace

const RunCurves& curves_of(const TrainingFrame& frame, const RunView& run) {
  std::map<Index, RunCurves>& all = frame.model.remembered<CurvesOfRuns>().by_number;
  std::erase_if(all, [&](const auto& entry) {
    return std::ranges::find(*frame.model.runs, entry.first, &RunView::number) == frame.model.runs->end();
  });
  RunCurves& curves = all[run.number];
  curves.steps.set_smoothing(frame.choice.smoothing);
  curves.steps.update(run.record.steps);
  curves.measured.update(run.record);
  return curves;
}

std::optional<double> newest(const Record& record, std::string_view column) {
  const Index at = record.column(column);
  if (at < 0) return {};
  for (std::size_t i = record.measurements.size(); i-- > 0;) {
    const auto value = double(record.measurements[i].values[at]);
    if (std::isfinite(value)) return value;
  }
  return {};
}

namespace {

void draw_training_view(const ViewModel& model, const Emit& emit) {
  const TrainingFrame frame{model, emit, model.state.choices.of<TrainingChoice>()};
  if (!model.record) {
    if (model.runs) draw_runs_table(frame);
    return empty_note(tr("This model came without its task, so it cannot be trained here."),
                      how_to_train(model));
  }
  const TrainingPart& part = choose_row(
      "training.part", kTrainingParts, frame.choice.part,
      [&](const std::string& name) { frame.choose("part", name); },
      [&](const TrainingPart& row) { return !row.offered || row.offered(model); });
  ImGui::Dummy({0, em() * 0.15f});
  part.draw(frame);
}

}  // namespace

namespace training {
extern const ViewPage kPage = {.draw = draw_training_view, .of_pass = false};
}

}  // namespace attnlab
