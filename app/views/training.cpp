// Training: play, pause, step, reset, the learning rate, where the run stands, and its curves. Script names:
// train.play, train.step, train.reset, train.rate, train.scale[0,0] (linear), train.scale[0,1] (log),
// train.loss, train.rate_curve (plots).
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/theme/format.h"
#include "app/views/learning_rate.h"
#include "app/views/loss_curve.h"
#include "app/views/views.h"
#include "app/widgets/controls.h"
#include "app/widgets/line_plot.h"

namespace attnlab {
namespace {

using State = TrainingView::State;

/// A number with what it is.
struct Stat {
  std::string value, name;
};

int g_scale = 0;  ///< 0: linear, 1: logarithmic
LossCurve g_curve(0.9);

const char* play_label(const TrainingView& t) {
  if (t.state == State::Running) return "Pause";
  if (t.state == State::Finished) return "Go on";
  return "Learn";
}

void draw_buttons(const TrainingView& t, const Emit& emit) {
  const bool running = t.state == State::Running, failed = t.state == State::Failed;
  const float left = ImGui::GetCursorPosX(), gap = em() * 0.35f;
  const float widest =
      text_size(fonts().ui_bold, "Pause").x + em() * 1.45f + ImGui::GetStyle().FramePadding.x * 2.4f;
  if (text_button("train.play", running ? Icon::Pause : Icon::Play, play_label(t),
                  running ? "Pause learning (Space)" : "Learn (Space)",
                  {.primary = true, .enabled = !failed}))
    emit({running ? "train.pause" : "train.play", {}});
  ImGui::SameLine(left + std::ceil(widest) + gap, 0);
  if (icon_button("train.step", Icon::StepForward, "Learn one step", {.enabled = !failed}))
    emit({"train.step", {}});
  ImGui::SameLine(0, gap);
  if (icon_button("train.reset", Icon::Reset, "Start again with the same seed", {.primary = failed}))
    emit({"train.reset", {}});
}

std::string step_text(const TrainingView& t) {
  return t.steps > 0 ? format_count(t.step) + " / " + format_count(t.steps) : format_count(t.step);
}

std::vector<Stat> stats_of(const ViewModel& model) {
  const TrainingView& t = model.training;
  const std::string none = "–";
  const bool running = t.state == State::Running, learned = t.step > 0 && t.loss != 0;
  std::vector<Stat> stats{{step_text(t), "steps"},
                          {learned ? format_number(t.loss, 3) : none, "loss"},
                          {running ? format_compact(t.tokens_per_second) : none, "tokens/s"},
                          {running && t.seconds_left > 0 ? format_duration(t.seconds_left) : none, "left"}};
  if (model.history && !model.history->validation_loss.empty())
    stats.insert(stats.begin() + 2,
                 {format_number(model.history->validation_loss.back(), 3), "held-out loss"});
  return stats;
}

/// Width that a number may grow to without moving its neighbours.
float stat_width(const Stat& stat) {
  const float value = text_size(fonts().mono, stat.value).x, least = em() * 3.2f;
  return std::max({least, std::ceil(value / em()) * em(), text_size(fonts().small, stat.name).x}) +
         em() * 0.9f;
}

/// Numbers over their names, as many as fit between `x` and `right`.
void draw_stats(const std::vector<Stat>& stats, Box room, bool two_lines) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Palette& p = theme().palette;
  const float middle = room.min.y + room.height() * 0.54f;
  for (const Stat& stat : stats) {
    const float name = two_lines ? 0 : text_size(fonts().small, stat.name).x + em() * 0.4f;
    const float width = stat_width(stat) + name;
    if (room.width() < width - em() * 0.9f) return;
    if (two_lines) {
      draw_text_in(list, fonts().mono, {room.min, {room.max.x, middle}}, p.text, stat.value);
      draw_text_in(list, fonts().small, {{room.min.x, middle}, room.max}, p.text_dim, stat.name);
    } else {
      draw_text_in(list, fonts().small, room, p.text_dim, stat.name);
      draw_text_in(list, fonts().mono, {{room.min.x + name, room.min.y}, room.max}, p.text, stat.value);
    }
    room.min.x += width;
  }
}

/// How far the run is, as a thin line.
void draw_progress(const TrainingView& t, float width) {
  const Box bar = reserve({width, std::max(2.0f, std::floor(em() * 0.16f))});
  const Palette& p = theme().palette;
  const double done =
      t.steps > 0 ? std::clamp(static_cast<double>(t.step) / static_cast<double>(t.steps), 0.0, 1.0) : 0;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(bar.min, bar.max, p.grid, bar.height() / 2);
  const float right = bar.min.x + bar.width() * static_cast<float>(done);
  list->AddRectFilled(bar.min, {right, bar.max.y}, t.state == State::Failed ? p.bad : p.accent,
                      bar.height() / 2);
}

float scale_width() { return text_size(fonts().ui, "linearlog").x + em() * 2.8f; }

void draw_scale() {
  constexpr const char* scales[] = {"linear", "log"};
  segmented("train.scale", scales, g_scale);
}

void draw_loss(const ViewModel& model, ImVec2 size) {
  const Palette& p = theme().palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool high = size.y > em() * 6.5f, wide = size.x > em() * 27;
  if (high && wide) {
    ImGui::SetCursorScreenPos({at.x + size.x - scale_width() - em() * 0.8f, at.y});
    draw_scale();
    ImGui::SetCursorScreenPos(at);
  }
  g_curve.update(*model.history);
  const Series series[] = {{.name = "batch",
                            .x = g_curve.steps(),
                            .y = g_curve.raw(),
                            .colour = faded(p.text_faint, 0.55f),
                            .thickness = 1.0f},
                           {.name = "running mean",
                            .x = g_curve.steps(),
                            .y = g_curve.smooth(),
                            .colour = p.accent,
                            .thickness = 2.0f},
                           {.name = "held-out",
                            .x = model.history->validation_steps,
                            .y = model.history->validation_loss,
                            .colour = series_colour(1),
                            .thickness = 1.4f,
                            .points = true}};
  LinePlotOptions o;
  o.x_title = "step";
  o.size = size;
  o.log_y = g_scale == 1;
  if (!o.log_y) o.y_lo = 0;
  o.legend = high && wide;
  o.compact = size.y < em() * 8 || !wide;
  o.empty_text = "the loss will be drawn here";
  o.target = "train.loss";
  line_plot("loss", series, o);
}

void draw_rate_curve(ImVec2 size) {
  const Series series[] = {
      {.name = "learning rate", .x = g_curve.steps(), .y = g_curve.rate(), .colour = series_colour(0)}};
  LinePlotOptions o;
  o.x_title = "step";
  o.size = size;
  o.y_lo = 0;
  o.legend = o.compact = false;
  o.compact = true;
  o.empty_text = " ";
  o.target = "train.rate_curve";
  line_plot("rate_curve", series, o);
}

/// The learning rate now, its slider, and its curve below.
void draw_rate(const ViewModel& model, Box box, const Emit& emit) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginGroup();
  const Palette& p = theme().palette;
  const float line = ImGui::GetFrameHeight();
  const Box row = box_at(box.min, {box.width(), line});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string now = format_number(model.training.learning_rate, 3);
  const float number = text_size(fonts().mono, now).x;
  draw_text_in(list, fonts().small, {row.min, {row.max.x - number - em() * 0.5f, row.max.y}}, p.text_dim,
               "learning rate");
  draw_text_in(list, fonts().mono, row, p.text, now, Align::Right);
  ImGui::SetCursorScreenPos({box.min.x, row.max.y});
  rate_slider("train.rate", model, box.width(), emit, false);
  const float left = box.max.y - ImGui::GetCursorScreenPos().y;
  if (left > em() * 4.5f && model.history) {
    draw_rate_curve({box.width(), left});
  } else if (left > ImGui::GetFrameHeight() && box.width() > scale_width()) {
    draw_scale();
  }
  ImGui::EndGroup();
}

void draw_failure(const TrainingView& t, float width) {
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().palette.bad);
  ImGui::TextUnformatted(t.message.empty() ? "Training stopped." : t.message.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  dim_text("The last good weights are kept. Lower the learning rate, then start again.");
}

/// Everything on one line, for a low panel.
void draw_low(const ViewModel& model, const Emit& emit) {
  draw_buttons(model.training, emit);
  ImGui::SameLine(0, em());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_stats(stats_of(model), box_at(at, {ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()}), false);
  ImGui::NewLine();
}

/// Buttons and numbers over the whole width; below them the loss, and the learning rate at its right.
void draw_full(const ViewModel& model, const Emit& emit) {
  const Box all = box_at(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail());
  const float row = std::ceil(em() * 2.2f), gap = std::floor(em() * 0.4f);
  ImGui::SetCursorScreenPos({all.min.x, all.min.y + (row - ImGui::GetFrameHeight()) / 2});
  draw_buttons(model.training, emit);
  const float x = ImGui::GetItemRectMax().x + em() * 1.2f;
  draw_stats(stats_of(model), {{x, all.min.y}, {all.max.x, all.min.y + row}}, true);
  ImGui::SetCursorScreenPos({all.min.x, all.min.y + row + gap});
  draw_progress(model.training, all.width());
  const float y = ImGui::GetItemRectMax().y + gap;
  const bool with_rate = all.width() > em() * 24;
  const float rate = with_rate ? std::clamp(all.width() * 0.28f, em() * 9, em() * 15) : 0;
  const float left = all.width() - (with_rate ? rate + em() * 1.2f : 0);
  ImGui::SetCursorScreenPos({all.min.x, y});
  if (model.training.state == State::Failed) {
    draw_failure(model.training, left);
  } else if (model.history) {
    draw_loss(model, {left, all.max.y - y});
  }
  if (with_rate) draw_rate(model, {{all.max.x - rate, y}, all.max}, emit);
}

}  // namespace

void draw_training(const ViewModel& model, const Emit& emit) {
  if (model.training.state == State::None && !model.loading) {
    return empty_note(model.training.step > 0
                          ? "A saved model, after " + format_count(model.training.step) + " steps."
                          : "Nothing to train.",
                      "To train, open a preset or a text file.");
  }
  ImGui::GetContentRegionAvail().y < em() * 7 ? draw_low(model, emit) : draw_full(model, emit);
}

}  // namespace attnlab
