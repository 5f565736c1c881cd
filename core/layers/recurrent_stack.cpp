// RecurrentStack: layer after layer, direction after direction.
#include "core/layers/recurrent_stack.h"

#include "core/layers/recurrent_sites.h"
#include "core/ops/basic/dropout.h"

namespace attnlab {

CachedState::CachedState(Tape& tape, const RecurrentLayer::Options& layer, Index batch)
    : tape_(tape), batch_(batch), width_(layer.width), has_cell_(layer.kind->has_cell) {
  if (tape.cache()) slot_ = &tape.cache()->slot(batch, width_ * layer.kind->state_count());
}

CellState CachedState::resume(const CellState& start) const {
  if (!slot_ || tape_.cache()->position() == 0) return start;
  const auto columns = [&](Index first) {
    const Variable state = tape_.constant({batch_, 1, width_});
    for (Index b = 0; b < batch_; ++b)
      std::copy_n(slot_->cells.data() + b * slot_->row_cells + first, width_, state.data() + b * width_);
    return state;
  };
  return {columns(0), has_cell_ ? columns(width_) : Variable()};
}

void CachedState::store(const CellState& last) const {
  if (!slot_) return;
  for (Index b = 0; b < batch_; ++b) {
    Real* row = slot_->cells.data() + b * slot_->row_cells;
    std::copy_n(last.hidden.data() + b * width_, width_, row);
    if (has_cell_) std::copy_n(last.cell.data() + b * width_, width_, row + width_);
  }
}

RecurrentStack::RecurrentStack(const ParameterScope& scope, const Options& options) : options_(options) {
  RecurrentLayer::Options cell = options.cell;
  if (options.first > 0) cell.inputs = output_width();
  for (Index i = options.first; i < options.layers; ++i) {
    const ParameterScope layer = scope.within(kRecurrentLayers, i);
    levels_.push_back({RecurrentLayer(layer, cell), std::nullopt});
    if (options.bidirectional) levels_.back().reverse.emplace(layer / recurrent_sites::kReverse, cell);
    cell.inputs = output_width();
  }
}

RecurrentStack::Output RecurrentStack::operator()(Tape& tape, Variable x, std::span<const CellState> start,
                                                  std::span<const Index> lengths, LastState ends) const {
  const Index directions = options_.bidirectional ? 2 : 1;
  const Index levels = count_of(levels_), states = ends == LastState::Make ? levels * directions : 0;
  CellState* last = tape.arena().array<CellState>(states);
  for (Index i = 0; i < levels; ++i) {
    if (options_.first + i > 0) x = dropout(tape, x, options_.dropout);
    const Scope scope(tape, kRecurrentLayers, options_.first + i);
    const auto first = static_cast<std::size_t>(i * directions), count = static_cast<std::size_t>(directions);
    x = run_level(
        tape, levels_[i], x, start.empty() ? start : start.subspan(first, count), lengths,
        ends == LastState::Make ? std::span<CellState>(last + first, count) : std::span<CellState>());
  }
  return {x, {last, static_cast<std::size_t>(states)}};
}

Variable RecurrentStack::run_level(Tape& tape, const Level& level, Variable x,
                                   std::span<const CellState> start, std::span<const Index> lengths,
                                   std::span<CellState> last) const {
  const CachedState cached(tape, level.forward.options(), x.shape()[0]);
  const CellState from = cached.resume(start.empty() ? CellState() : start[0]);
  const auto make_if = [](bool wanted) { return wanted ? LastState::Make : LastState::Skip; };
  const SequenceStates forward =
      level.forward(tape, x, from, {.lengths = lengths, .last = make_if(!last.empty() || cached.exists())});
  cached.store(forward.last);
  if (!last.empty()) last[0] = forward.last;
  if (!level.reverse) return forward.hidden;
  SequenceStates reverse;
  {
    const Scope scope(tape, recurrent_sites::kReverse);
    reverse = (*level.reverse)(tape, x, start.empty() ? CellState() : start[1],
                               {.reverse = true, .lengths = lengths, .last = make_if(!last.empty())});
  }
  if (!last.empty()) last[1] = reverse.last;
  return tape.name(join_columns(tape, forward.hidden, reverse.hidden), recurrent_sites::kOutput);
}

}  // namespace attnlab
