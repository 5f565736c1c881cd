// Banner: a line of text, and buttons.
#include "app/views/frame/banner.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/base/format.h"
#include "app/state/divergence.h"
#include "app/state/made_commands.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using State = TrainingView::State;

constexpr Index kAveraged = 20;     // steps in the mean that decides the best step
constexpr double kLowerRate = 0.1;  // factor on the learning rate after a fault

bool has_fault(const ViewModel& model) {
  return model.training.state == State::Failed && has_timeline(model);
}

bool has_divergence(const ViewModel& model) {
  return has_timeline(model) && diverges(model.training, *model.record);
}

/// Mean loss of the last kAveraged batches up to the first one after `step`; infinite if there are too few.
double mean_loss_at(const Record& record, Index step) {
  double sum = 0;
  for (Index i = 0; i < kAveraged; ++i) {
    const auto loss = loss_at(record, step + 1 - i);
    if (!loss) return HUGE_VAL;
    sum += *loss;
  }
  return sum / double(kAveraged);
}

/// The stored step before the last one: from the last one, the same batch would fail again.
Index step_before_last(const Record& record) {
  const auto& kept = record.timeline->states;
  return kept[kept.size() > 1 ? kept.size() - 2 : 0]->step();
}

/// The stored step before the last one with the lowest mean loss; the first stored step of a short run.
Index best_step(const Record& record) {
  const auto& all = record.timeline->states;
  const std::span kept = std::span(all).first(std::max<std::size_t>(all.size() - 1, 1));
  const auto best = std::ranges::min_element(
      kept, {}, [&](const StatePtr& state) { return mean_loss_at(record, state->step()); });
  return std::isfinite(mean_loss_at(record, (*best)->step())) ? (*best)->step() : kept.front()->step();
}

void branch_from(const ViewModel& model, Index step, const Emit& emit) {
  const double factor = model.training.settings.learning_rate_factor * kLowerRate;
  emit({"timeline.to", {std::to_string(step)}});
  emit({"branch", {"learning_rate_factor=" + plain_number(format_exact(float(factor)))}});
}

/// Text over the width that the buttons leave, then the buttons.
void draw_text(std::string_view text, Colour colour, float buttons) {
  const float width = ImGui::GetContentRegionAvail().x - buttons - em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box box = box_at(at, {width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, colour, text, Align::Left, Cut::Meant);
  ImGui::InvisibleButton("banner.text", box.size());
  tip(text);
  ImGui::SameLine(0, em());
}

float banner_button_width(std::string_view text) {
  return text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f + em() * 0.4f;
}

/// The label of the button that branches from the best step.
std::string from_best_label(Index best) { return tr("From the best step, {1}, lr ÷ 10", format_count(best)); }

void draw_fault(const ViewModel& model, const Emit& emit) {
  const Index last = step_before_last(*model.record), best = best_step(*model.record);
  const std::string from_last = tr("Continue from step {1}, lr ÷ 10", format_count(last)),
                    from_best = from_best_label(best), show = tr("Show the tensor");
  const bool named = model.training.fault && model.trace && model.trace->find(model.training.fault->tensor);
  float buttons = banner_button_width(from_last) + banner_button_width(from_best) +
                  (named ? banner_button_width(show) : 0);
  const bool narrow = buttons > ImGui::GetContentRegionAvail().x * 0.7f;
  if (narrow) buttons = 0;
  draw_text(model.training.message, theme().palette.bad, buttons);
  if (narrow) ImGui::NewLine();
  if (named && text_button("banner.show", show,
                           tr("The first tensor that was not finite, computed for the text on screen with "
                              "the weights before that step"))) {
    const TraceTensor& tensor = model.trace->at(model.training.fault->tensor);
    emit({"view", {"steps"}});
    emit({"select.tensor", {tensor.name}});
  }
  if (named) ImGui::SameLine(0, em() * 0.4f);
  if (text_button("banner.branch", from_last,
                  tr("Starts a new run from the next-to-last stored step. After the last one, training would "
                     "meet the same batch again."),
                  {.primary = true}))
    branch_from(model, last, emit);
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button(
          "banner.best", from_best,
          tr("Starts a new run from the stored step with the lowest loss. The last step may already have "
             "diverged.")))
    branch_from(model, best, emit);
}

void draw_divergence(const ViewModel& model, const Emit& emit) {
  const Index best = best_step(*model.record);
  const std::string from_best = from_best_label(best);
  const float button = banner_button_width(from_best);
  const bool narrow = button > ImGui::GetContentRegionAvail().x * 0.5f;
  draw_text(divergence_text(model.training, *model.record), theme().palette.bad, narrow ? 0 : button);
  if (narrow) ImGui::NewLine();
  if (text_button("banner.best", from_best, tr("Starts a new run from the stored step with the lowest loss"),
                  {.primary = true}))
    branch_from(model, best, emit);
}

/// The fault of the pass on screen, which can have one although training goes well.
const Fault* pass_fault(const ViewModel& model) {
  return model.trace && model.trace->fault() ? &*model.trace->fault() : nullptr;
}

void draw_pass_fault(const ViewModel& model, const Fault& fault, const Emit& emit) {
  const std::string show = tr("Show the cell");
  const bool named = model.trace->find(fault.tensor) != nullptr;
  draw_text(not_finite_text(fault), theme().palette.bad, named ? banner_button_width(show) : 0);
  if (!named ||
      !text_button("banner.pass", show, tr("Shows the first cell that is not finite in the inspector")))
    return;
  emit(cell_command("inspect", cell_of(fault)));
}

void draw_lost(const ViewModel& model, const Emit& emit) {
  const std::string text = tr("A window ended unexpectedly: {1}.", model.lost_session);
  const char *const recover = tr("Recover"), *const forget = tr("Discard");
  draw_text(text, theme().palette.text, banner_button_width(recover) + banner_button_width(forget));
  if (text_button("banner.recover", recover, tr("Opens its runs as they were last saved"), {.primary = true}))
    emit({"session.recover", {}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("banner.forget", forget, tr("Deletes its saved runs"))) emit({"session.forget", {}});
}

}  // namespace

bool has_banner(const ViewModel& model) {
  return has_fault(model) || has_divergence(model) || pass_fault(model) || !model.lost_session.empty();
}

void draw_banner(const ViewModel& model, const Emit& emit) {
  if (has_fault(model)) return draw_fault(model, emit);
  if (has_divergence(model)) return draw_divergence(model, emit);
  const Fault* const fault = pass_fault(model);
  fault ? draw_pass_fault(model, *fault, emit) : draw_lost(model, emit);
}

}  // namespace attnlab
