// The update of a weight: how AdamW moved it in the last step, number by number.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/training/parameters/trained_parameters.h"

namespace attnlab {

namespace {

bool is_parameter(const InspectorFrame& frame) {
  return !frame.gradient() && std::ranges::any_of(frame.trace.parameters(), [&](const TraceTensor& t) {
    return t.name == frame.derivation.cell.tensor;
  });
}

std::string number_of(const UpdateLine& line) {
  if (line.value == 0) return "0";
  if (line.symbol == "w" && std::abs(line.value) >= 1e-6) return format_fixed(line.value, 7);
  const bool tiny = std::abs(line.value) < 1e-7;
  return tiny ? format_number(line.value, 5) : format_small(line.value, widgets().digits + 1);
}

/// "m̂   m / (1 − β₁ᵗ)      0.0123".
void draw_line(const UpdateLine& line, int i, bool last) {
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size{ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.4f)};
  ImGui::PushID(i);
  ImGui::InvisibleButton("line", size);
  ImGui::PopID();
  const Box box = box_at(at, size);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  if (last) canvas.fill({box.min, {box.max.x, box.min.y + 1}}, p.border);
  const Colour ink = line.symbol == "g" ? role_text(Role::Gradient) : p.text;
  const std::string number = number_of(line);
  const float left = box.max.x - text_size(fonts().mono, number).x - 1, words = box.min.x + em() * 1.7f;
  draw_text_in(canvas, last ? fonts().ui_bold : fonts().ui, {box.min, {words, box.max.y}}, ink, line.symbol);
  const bool cut = draw_text_in(canvas, fonts().small, {{words, box.min.y}, {left - em() * 0.4f, box.max.y}},
                                p.text_dim, line.formula, Align::Left, Cut::Meant);
  tip(cut ? line.formula + ": " + line.meaning : line.meaning);
  draw_text_in(canvas, fonts().mono, {{left, box.min.y}, box.max}, ink, number, Align::Right);
}

void draw_update(const InspectorFrame& frame, const WeightUpdate& update) {
  const TrainingConfig& config = *frame.model.training_config;
  const std::vector<UpdateLine> lines = update_lines(update, config);
  const bool decays = update.decays && config.weight_decay != 0;
  dim_text(decays ? "w ← w·(1 − lr·λ) − lr·m̂ / (√v̂ + ε)" : "w ← w − lr·m̂ / (√v̂ + ε)");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < lines.size(); ++i)
    draw_line(lines[i], static_cast<int>(i), i + 1 == lines.size());
  ImGui::PopStyleVar();
  const double again = derive_update(update, config).root.evaluate();
  const double off = std::abs(again - update.numbers.result);
  dim_text("recomputed in double: " + format_fixed(again, 7) +
           (off == 0 ? " · the same" : " · difference " + format_number(off, 3)));
  if (update.numbers.result != frame.derivation.value) dim_text("An edit has changed this weight since.");
  dim_text("The gradient is that of the whole training batch, not of the sentence on screen.");
}

void draw_no_update(const InspectorFrame& frame) {
  if (!learns(frame.model.training_config->train, frame.derivation.cell.tensor))
    return dim_text("This weight stays as it is: only " + frame.model.training_config->train + " learns.");
  const bool running = frame.model.training.state == TrainingView::State::Running;
  dim_text(running ? "The next step will show how it is updated." : "Train one step to see its update.");
  if (running || frame.model.training.state == TrainingView::State::Failed) return;
  if (text_button("inspector.step", Icon::StepForward, "Learn one step")) frame.emit({"train.step", {}});
}

}  // namespace

void draw_inspector_update(const InspectorFrame& frame) {
  if (!frame.model.training_config || !is_parameter(frame)) return;
  ImGui::Dummy({0, em() * 0.3f});
  const auto& update = frame.model.update;
  const bool seen = update && update->cell == frame.derivation.cell;
  group_label(seen ? "Update of step " + format_count(update->numbers.update) : "Last update");
  seen ? draw_update(frame, *update) : draw_no_update(frame);
}

}  // namespace attnlab
