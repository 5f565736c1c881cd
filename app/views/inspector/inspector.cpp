// Inspector: the derivation of a number: formula, links to operands, gradient, and the check.
// Script names: inspector.back, inspector.copy, inspector.trail[0,i] (0 is the selected cell),
// inspector.show (the view that shows it), inspector.order[0,i] (by size, as computed),
// inspector.operand.rest (all terms), inspector.gradient and inspector.value (from a value to its gradient
// and back), inspector.users[0,i] (tensors computed from it), inspector.step (learn one step to see a
// weight's update), inspector.user[i,0] (their cells), inspector.copy[0,i] (text, LaTeX, CSV, JSON),
// inspector.operand[i,0] and [i,1] (left and right operand of the i-th line shown; the only one for plain
// terms, softmax rows and trees), inspector.other[i,0] (a bias).
#include <chrono>
#include <limits>
#include <optional>

#include "app/state/made_commands.h"
#include "app/state/trail.h"
#include "app/views/common/gradient_tensors.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// The derivation on screen, computed again only when trace or cell change.
struct CachedDerivation {
  std::uint64_t version = 0;
  TracePtr trace;
  CellName cell;
  std::optional<Derivation> derivation;
  std::vector<UserGroup> users;
  std::string error;
  double began = 0, seconds = 0;  ///< when it was computed, and for how long
};

/// Whether two passes differ only in the weights.
bool same_pass(const Trace& a, const Trace& b) {
  return &a.config() == &b.config() && a.edits == b.edits && a.batch().source == b.batch().source &&
         a.batch().input == b.batch().input && a.batch().target == b.batch().target &&
         a.batch().pictures == b.batch().pictures;
}

/// The users of a number do not depend on the weights, except in experts, which the weights choose.
bool same_users(const CachedDerivation& cache, const Trace& trace, const CellName& cell) {
  return cache.derivation && cache.cell == cell && trace.config().experts == 0 &&
         same_pass(*cache.trace, trace);
}

void explain(CachedDerivation& cache, const ViewModel& model, const CellName& cell) {
  const Trace& trace = *model.trace;
  const bool same = same_users(cache, trace, cell);
  CachedDerivation fresh{model.trace_version, model.trace, cell, {}, {}, {}, ImGui::GetTime(), 0};
  const auto start = std::chrono::steady_clock::now();
  try {
    fresh.derivation = trace.explain(cell.tensor, cell.index);
    fresh.users = same ? std::move(cache.users) : grouped(trace.users(cell.tensor, cell.index));
  } catch (const std::exception& error) {
    fresh.error = error.what();
    fresh.derivation.reset();
  }
  fresh.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cache = std::move(fresh);
}

/// Derivations of many thousand terms are slow: while a model learns, they take at most a tenth of the time.
bool too_soon(const CachedDerivation& cache, const Trace& trace) {
  constexpr double kQuick = 0.003, kShare = 10;
  return cache.derivation && cache.seconds > kQuick && same_pass(*cache.trace, trace) &&
         ImGui::GetTime() - cache.began < kShare * cache.seconds;
}

const CachedDerivation& explained(const ViewModel& model, const CellName& cell) {
  CachedDerivation& cache = model.remembered<CachedDerivation>();
  const bool other_trace = cache.trace != model.trace || cache.version != model.trace_version;
  const bool running = model.training.state == TrainingView::State::Running;
  if (cache.cell != cell || (other_trace && !(running && too_soon(cache, *model.trace))))
    explain(cache, model, cell);
  return cache;
}

/// Why a cell has no derivation, in plain words.
std::string unexplained_words(const Trace& trace, const CellName& cell, const std::string& error) {
  const TraceTensor* tensor = trace.find(value_name(cell.tensor));
  if (is_gradient(cell.tensor) && tensor && tensor->gradient.empty())
    return tensor->name + " has no gradient: it is fixed, and nothing that is learned comes before it.";
  return "This cell is not in the text on screen: " + error;
}

void draw_unexplained(const ViewModel& model, const Emit& emit, const CachedDerivation& cache) {
  if (!model.state.trail.empty() && text_button("inspector.back", Icon::ChevronLeft, "Back")) {
    emit({"inspect.back", {}});
  }
  dim_text(unexplained_words(*cache.trace, cache.cell, cache.error));
  if (model.state.aside && !stage_went_along(model.state)) dim_text("So the stage stays where it was.");
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
  return static_cast<double>(tensor.gradient[static_cast<std::size_t>(tensor.shape.offset(cell.index))]);
}

void draw_inspector(const ViewModel& model, const Emit& emit) {
  if (!model.trace) {
    draw_inspector_title(nullptr);
    return empty_note("No pass has been recorded yet.", "Its numbers will be explained here.");
  }
  const CellName cell = inspected_cell(model.state);
  if (const std::string waits = gradient_wait_words(model, cell.tensor); !waits.empty()) {
    draw_inspector_title(nullptr);
    return dim_text(waits);
  }
  const CachedDerivation& cache = explained(model, cell);
  begin_at_top(model, cache.cell);
  draw_inspector_title(cache.derivation ? &*cache.derivation : nullptr);
  if (!cache.derivation) return draw_unexplained(model, emit, cache);
  const TraceTensor& tensor = cache.trace->at(value_name(cache.cell.tensor));
  const InspectorFrame frame{model, emit, *cache.trace, tensor, *cache.derivation, cache.users};
  draw_inspector_head(frame);
  draw_inspector_users(frame);
  if (cache.derivation->is_leaf) return draw_inspector_update(frame);
  draw_inspector_formula(frame);
  draw_inspector_operands(frame);
  draw_inspector_check(frame);
}

}  // namespace attnlab
