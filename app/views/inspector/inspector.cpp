// Inspector: the derivation of a number: formula, links to operands, gradient, and the check. Also the last
// update of a weight. Script names: inspector.back, inspector.copy, inspector.trail[0,i] (0 is the selected
// cell), inspector.show (the view that shows it), inspector.order[0,i] (by size, as computed),
// inspector.operand.rest (all terms), inspector.gradient and inspector.value (from a value to its gradient
// and back), inspector.users[0,i] (tensors computed from it), inspector.step (train one step to see a
// weight's update), inspector.user[i,0] (their cells), inspector.copy[0,i] (text, LaTeX, CSV, JSON),
// inspector.operand[i,0] and [i,1] (left and right operand of the i-th line shown; the only one for plain
// terms, softmax rows and trees), inspector.other[i,0] (a bias).
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "app/base/format.h"
#include "app/state/latest_job.h"
#include "app/state/made_commands.h"
#include "app/state/trail.h"
#include "app/views/common/gradient_tensors.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/inspector/explained.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/frame_share.h"
#include "core/language/messages.h"
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
  const std::string number = number_of(line), formula(tr(line.formula)), meaning(tr(line.meaning));
  const float left = box.max.x - text_size(fonts().mono, number).x - 1, words = box.min.x + em() * 1.7f;
  draw_text_in(canvas, last ? fonts().ui_bold : fonts().ui, {box.min, {words, box.max.y}}, ink, line.symbol);
  const bool cut = draw_text_in(canvas, fonts().small, {{words, box.min.y}, {left - em() * 0.4f, box.max.y}},
                                p.text_dim, formula, Align::Left, Cut::Meant);
  tip(cut ? formula + ": " + meaning : meaning);
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
  const std::string number = format_fixed(again, 7);
  dim_text(tr("recomputed in double: {1}", off == 0
                                               ? tr("{1} · the same", number)
                                               : tr("{1} · difference {2}", number, format_number(off, 3))));
  if (update.numbers.result != frame.derivation.value)
    dim_text(tr("An edit has changed this weight since then."));
  dim_text(tr("The gradient is of the whole training batch, not of the text on screen."));
}

void draw_no_update(const InspectorFrame& frame) {
  if (!learns(frame.model.training_config->train, frame.derivation.cell.tensor))
    return dim_text(tr("This weight is not trained: only {1} is.", frame.model.training_config->train));
  const bool running = frame.model.training.state == TrainingView::State::Running;
  dim_text(running ? tr("The next step will show its update.") : tr("Train one step to see its update."));
  if (running || frame.model.training.state == TrainingView::State::Failed) return;
  if (text_button("inspector.step", Icon::StepForward, tr("Train one step"))) frame.emit({"train.step", {}});
}

/// Draws the optimizer's last update of an inspected weight.
void draw_inspector_update(const InspectorFrame& frame) {
  if (!frame.model.training_config || !is_parameter(frame)) return;
  ImGui::Dummy({0, em() * 0.3f});
  const auto& update = frame.model.update;
  const bool seen = update && update->cell == frame.derivation.cell;
  group_label(seen ? tr("Update of step {1}", format_count(update->numbers.update)) : tr("Last update"));
  seen ? draw_update(frame, *update) : draw_no_update(frame);
}

/// What is on screen, explained again only when trace or cell change; by a worker if rows are long.
struct Inspected {
  ExplainedPtr now;
  double began = 0;                   ///< when it was explained
  std::optional<double> waits_since;  ///< when another cell was asked for
  LatestJob<Question, ExplainedPtr> job{[] {}};
};

/// Derivations of many thousand terms are slow: during training, they take at most a tenth of the time.
bool too_soon(const Inspected& known, const Question& wanted) {
  constexpr double kQuick = 0.003, kShare = 10;
  const Explained& now = *known.now;
  return now.derivation && now.of.cell == wanted.cell && now.of.decimals == wanted.decimals &&
         now.seconds > kQuick && same_pass(*now.of.trace, *wanted.trace) &&
         ImGui::GetTime() - known.began < kShare * now.seconds;
}

/// Asks the worker. What it finds of an earlier pass is shown until it has the newest.
void ask_worker(Inspected& known, const Question& wanted) {
  const bool began = known.job.ask(
      wanted, [wanted, before = known.now](const StopToken&) { return explain(wanted, before); });
  if (began) known.began = ImGui::GetTime();
  const std::shared_ptr<const ExplainedPtr>& found = known.job.result();
  if (found && (*found)->of.cell == wanted.cell) known.now = *found;
  if (known.now && known.now->of == wanted) known.waits_since.reset();
  if (!known.now || known.now->of != wanted) go_on_next_frame();
}

/// What the worker has found of this cell; before that, for a moment, what was on screen, then nothing.
ExplainedPtr shown_meanwhile(Inspected& known, const Question& wanted) {
  constexpr double kMoment = 0.1;
  if (!known.now) return nullptr;
  const Question& now = known.now->of;
  const bool fits = now.cell == wanted.cell && same_pass(*now.trace, *wanted.trace);
  if (fits || !known.waits_since) known.waits_since = fits ? std::nullopt : std::optional(ImGui::GetTime());
  const bool same_model = &now.trace->config() == &wanted.trace->config();
  return fits || (same_model && ImGui::GetTime() - *known.waits_since < kMoment) ? known.now : nullptr;
}

/// The explanation of the cell; null while a worker is at it.
ExplainedPtr explained(const ViewModel& model, const CellName& cell) {
  Inspected& known = model.remembered<Inspected>();
  const Question wanted{model.trace, model.trace_version, cell, std::max(2, widgets().digits - 1)};
  const bool running = model.training.state == TrainingView::State::Running;
  if (known.now && (known.now->of == wanted || (running && too_soon(known, wanted)))) return known.now;
  if (!has_later_frames() || !has_long_rows(*model.trace)) {
    known.job.clear();
    known.began = ImGui::GetTime();
    return known.now = explain(wanted, known.now);
  }
  ask_worker(known, wanted);
  return shown_meanwhile(known, wanted);
}

/// Why a cell has no derivation.
std::string unexplained_words(const Trace& trace, const CellName& cell, const std::string& error) {
  const TraceTensor* tensor = trace.find(value_name(cell.tensor));
  if (is_gradient(cell.tensor) && tensor && tensor->gradient.empty())
    return tr("{1} has no gradient: it is fixed, and it does not depend on anything learned.", tensor->name);
  return tr("This cell is not in the text on screen: {1}", error);
}

void draw_unexplained(const ViewModel& model, const Emit& emit, const Explained& now) {
  if (!model.state.trail.empty() && text_button("inspector.back", Icon::ChevronLeft, tr("Back"))) {
    emit({"inspect.back", {}});
  }
  dim_text(unexplained_words(*now.of.trace, now.of.cell, now.error));
  if (model.state.aside && !stage_went_along(model.state)) dim_text(tr("The stage stays where it was."));
}

/// The cell whose explanation is scrolled.
struct ScrolledCell {
  CellName cell;
};

/// The panel scrolls as a whole; another cell is read from its name on.
void begin_at_top(const ViewModel& model, const CellName& cell) {
  CellName& scrolled = model.remembered<ScrolledCell>().cell;
  if (scrolled == cell) return;
  scrolled = cell;
  ImGui::SetScrollY(0);
}

}  // namespace

Command inspect_command(const CellName& cell) { return cell_command("inspect", cell); }

double gradient_at(const TraceTensor& tensor, const CellName& cell) {
  if (tensor.gradient.empty()) return std::numeric_limits<double>::quiet_NaN();
  return double(tensor.gradient[tensor.shape.offset(cell.index)]);
}

void draw_inspector(const ViewModel& model, const Emit& emit) {
  if (!model.trace) {
    draw_inspector_title(nullptr);
    return empty_note(tr("No forward pass has been recorded yet."),
                      tr("Its numbers will be explained here."));
  }
  const CellName cell = inspected_cell(model.state);
  if (const std::string waits = gradient_wait_words(model, cell.tensor); !waits.empty()) {
    draw_inspector_title(nullptr);
    return dim_text(waits);
  }
  const ExplainedPtr now = explained(model, cell);
  if (!now) {
    draw_inspector_title(nullptr);
    return dim_text(tr("Computing where this number comes from…"));
  }
  begin_at_top(model, now->of.cell);
  draw_inspector_title(now->derivation ? &*now->derivation : nullptr,
                       index_words(*now->of.trace, now->of.cell, model.vocabularies.get()));
  if (!now->derivation) return draw_unexplained(model, emit, *now);
  const TraceTensor& tensor = now->of.trace->at(value_name(now->of.cell.tensor));
  const InspectorFrame frame{model, emit, *now->of.trace, tensor, *now->derivation, now->users, now};
  draw_inspector_head(frame);
  draw_inspector_users(frame);
  if (now->derivation->is_leaf) return draw_inspector_update(frame);
  draw_inspector_formula(frame);
  draw_inspector_operands(frame);
  draw_inspector_check(frame);
}

}  // namespace attnlab
