// Recurrent cells in steps: the order of all operations.
#include "core/ops/recurrent/recurrent_steps.h"

#include <span>

#include "core/ops/recurrent/recurrent_states.h"

namespace attnlab {

CellSteps::CellSteps(Tape& tape, const CellKind& kind, Variable x, const GateWeights& weights,
                     const CellState& start, const Reading& reading, const CellContext& context)
    : tape_(tape),
      kind_(kind),
      x_(x),
      weights_(weights),
      start_(start),
      reading_(reading),
      context_(context) {
  const Shape shape{reading.batch, reading.positions, weights[0].recurrent.shape().last()};
  for (std::size_t i = 0; i < kind.gates.size() && kind.make_states; ++i)
    gates_[i] = tape.begin_positions(shape, kind.gates[i].makes);
  if (kind.has_cell) cell_ = tape.begin_positions(shape, cell_sites::kCell);
  hidden_ = tape.begin_positions(shape, cell_sites::kHidden);
}

void CellSteps::gate(std::size_t number, Index t, const Positions& output) {
  const CellGate& own = kind_.gates[number];
  const CellWeights& w = weights_[number];
  const GateInputs inputs{.x = x_,
                          .weight = w.input,
                          .context = context_.value,
                          .context_weight = context_.weights[number],
                          .states = hidden_.value,
                          .start = start_.hidden,
                          .recurrent_weight = w.recurrent,
                          .bias = w.bias,
                          .reset = own.reset_by < 0 ? Variable() : gates_[own.reset_by].value,
                          .recurrent_bias = w.recurrent_bias};
  gate_step(tape_, output.made, inputs, own.function, reading_, t,
            kind_.make_states ? Padding::Zero : Padding::Carry);
  tape_.made_position(output, t);
}

void CellSteps::step(Index t) {
  if (!kind_.make_states) return gate(0, t, hidden_);
  const std::span<const Positions> gates(gates_.data(), kind_.gates.size());
  for (std::size_t i = 0; i < gates.size(); ++i) gate(i, t, gates[i]);
  kind_.make_states({.tape = tape_,
                     .gates = gates,
                     .cell = cell_,
                     .hidden = hidden_,
                     .start = start_,
                     .reading = reading_,
                     .t = t});
}

void CellSteps::finish() {
  for (const Positions& gate : gates_) {
    if (gate.made) tape_.end_positions(gate);
  }
  if (cell_.made) tape_.end_positions(cell_);
  tape_.end_positions(hidden_);
}

CellState CellSteps::last() const {
  return {last_state(tape_, hidden_.value, reading_),
          cell_.made ? last_state(tape_, cell_.value, reading_) : Variable()};
}

SequenceStates recurrent_steps(Tape& tape, Variable x, const CellSteps::GateWeights& weights,
                               const CellState& start, const SequenceOptions& options, LastState last) {
  const Reading reading = Reading::make(tape, x.shape()[0], x.shape()[1], options.reverse, options.lengths);
  CellSteps steps(tape, *options.kind, x, weights, start, reading);
  for (Index step = 0; step < reading.positions; ++step) steps.step(reading.position(step));
  steps.finish();
  return {steps.hidden(), last == LastState::Make ? steps.last() : CellState()};
}

}  // namespace attnlab
