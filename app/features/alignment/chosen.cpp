// Aligned place: read from and written to the axes of the cell on the stage.
#include "app/features/alignment/chosen.h"

#include <algorithm>

#include "app/features/alignment/choice.h"
#include "app/state/steps_choice.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The indices of the cell on the stage that count tokens of the decoder and of the encoder; null: none does.
struct ShownTokens {
  Index *target = nullptr, *source = nullptr;

  ShownTokens(AppState& state, const Trace& trace) {
    if (state.chosen.in_attention()) return;
    CellName& cell = *state.chosen.shown;
    const TraceTensor* const tensor = trace.find(value_name(cell.tensor));
    if (!tensor || cell.index.size() != static_cast<std::size_t>(tensor->shape.rank())) return;
    for (std::size_t axis = 0; axis < cell.index.size(); ++axis) {
      const std::vector<Piece>* const pieces = &axis_pieces(trace, *tensor, axis);
      if (pieces == &trace.input_pieces) target = &cell.index[axis];
      if (pieces == &trace.source_pieces) source = &cell.index[axis];
    }
  }
};

AlignedPlace clamped_place(const Trace& trace, AlignedPlace place) {
  const AlignedPass pass = aligned_pass(trace);
  return {std::clamp<Index>(place.target, 0, pass.positions() - 1),
          std::clamp<Index>(place.source, 0, pass.sources() - 1)};
}

void remember_aligned(AppState& state, const AlignedPlace& place) {
  state.choices.of<AlignmentChoice>().target = place.target;
  state.choices.of<AlignmentChoice>().source = place.source;
}

}  // namespace

AlignedPlace aligned_place(const AppState& state, const Trace& trace) {
  AppState copy;
  copy.chosen = state.chosen;
  const ShownTokens shown(copy, trace);
  const AlignmentChoice& last = state.choices.of<AlignmentChoice>();
  return clamped_place(
      trace, {shown.target ? *shown.target : last.target, shown.source ? *shown.source : last.source});
}

void select_aligned(AppState& state, const Trace& trace, AlignedPlace place) {
  const AlignedPlace before = aligned_place(state, trace), to = clamped_place(trace, place);
  const ShownTokens shown(state, trace);
  const bool stays =
      (to.target == before.target || shown.target) && (to.source == before.source || shown.source);
  if (!stays) return show_aligned(state, trace, to);
  if (shown.target) *shown.target = to.target;
  if (shown.source) *shown.source = to.source;
  remember_aligned(state, to);
}

void show_aligned(AppState& state, const Trace& trace, AlignedPlace place) {
  const AlignedPlace to = clamped_place(trace, place);
  const AlignedPass pass = aligned_pass(trace);
  state.chosen.shown = pass.weights ? CellName{pass.weights->name, {0, to.target, to.source}}
                                    : CellName{pass.decoder->name, {0, to.target, 0}};
  state.choices.of<StepsChoice>().ids = false;
  remember_aligned(state, to);
}

}  // namespace attnlab
