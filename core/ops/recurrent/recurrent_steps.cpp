// Recurrent cells in steps: which gates there are, and the order of all operations.
#include "core/ops/recurrent/recurrent_steps.h"

#include <span>

#include "core/ops/recurrent/recurrent_states.h"
#include "core/ops/recurrent/state_steps.h"

namespace attnlab {

namespace {

struct Gate {
  const Site& makes;
  const Part& weights;
  GateFunction function;
};

constexpr Gate kLstmGates[] = {
    {cell_sites::kInputGate, cell_sites::kInputGateWeights, GateFunction::Sigmoid},
    {cell_sites::kForgetGate, cell_sites::kForgetGateWeights, GateFunction::Sigmoid},
    {cell_sites::kCandidate, cell_sites::kCandidateWeights, GateFunction::Tanh},
    {cell_sites::kOutputGate, cell_sites::kOutputGateWeights, GateFunction::Sigmoid}};
constexpr Gate kGruGates[] = {
    {cell_sites::kResetGate, cell_sites::kResetGateWeights, GateFunction::Sigmoid},
    {cell_sites::kUpdateGate, cell_sites::kUpdateGateWeights, GateFunction::Sigmoid},
    {cell_sites::kGruCandidate, cell_sites::kCandidateWeights, GateFunction::Tanh}};
constexpr Gate kRnnTanh[] = {{cell_sites::kHidden, cell_sites::kHiddenWeights, GateFunction::Tanh}};
constexpr Gate kRnnRelu[] = {{cell_sites::kHidden, cell_sites::kHiddenWeights, GateFunction::Relu}};

std::span<const Gate> gates_of(CellKind kind) {
  switch (kind) {
    case CellKind::Lstm: return kLstmGates;
    case CellKind::Gru: return kGruGates;
    case CellKind::RnnRelu: return kRnnRelu;
    default: return kRnnTanh;
  }
}

bool is_rnn(CellKind kind) { return kind == CellKind::RnnTanh || kind == CellKind::RnnRelu; }

}  // namespace

const Part& gate_part(CellKind kind, Index gate) {
  return gates_of(kind)[static_cast<std::size_t>(gate)].weights;
}

CellSteps::CellSteps(Tape& tape, CellKind kind, Variable x, const GateWeights& weights,
                     const CellState& start, const Reading& reading, const CellContext& context)
    : tape_(tape),
      kind_(kind),
      x_(x),
      weights_(weights),
      start_(start),
      reading_(reading),
      context_(context) {
  const Shape shape{reading.batch, reading.positions, weights[0].recurrent.shape().last()};
  const std::span<const Gate> gates = gates_of(kind);
  for (std::size_t i = 0; i < gates.size() && !is_rnn(kind); ++i)
    gates_[i] = tape.begin_positions(shape, gates[i].makes);
  if (kind == CellKind::Lstm) cell_ = tape.begin_positions(shape, cell_sites::kCell);
  hidden_ = tape.begin_positions(shape, cell_sites::kHidden);
}

void CellSteps::gate(int number, Index t, const Positions& output) {
  const auto i = static_cast<std::size_t>(number);
  const CellWeights& w = weights_[i];
  const bool candidate = kind_ == CellKind::Gru && number == 2;
  const GateInputs inputs{.x = x_,
                          .weight = w.input,
                          .context = context_.value,
                          .context_weight = context_.weights[i],
                          .states = hidden_.value,
                          .start = start_.hidden,
                          .recurrent_weight = w.recurrent,
                          .bias = w.bias,
                          .reset = candidate ? gates_[0].value : Variable(),
                          .recurrent_bias = w.recurrent_bias};
  gate_step(tape_, output.made, inputs, gates_of(kind_)[i].function, reading_, t, is_rnn(kind_));
  tape_.made_position(output, t);
}

void CellSteps::lstm_step(Index t) {
  for (int i = 0; i < 4; ++i) gate(i, t, gates_[static_cast<std::size_t>(i)]);
  lstm_cell_step(tape_, {cell_, start_.cell, reading_, t}, gate_value(1), gate_value(0), gate_value(2));
  tape_.made_position(cell_, t);
  lstm_hidden_step(tape_, {hidden_, start_.hidden, reading_, t}, gate_value(3), cell_.value);
  tape_.made_position(hidden_, t);
}

void CellSteps::gru_step(Index t) {
  for (int i = 0; i < 3; ++i) gate(i, t, gates_[static_cast<std::size_t>(i)]);
  gru_hidden_step(tape_, {hidden_, start_.hidden, reading_, t}, gate_value(1), gate_value(2));
  tape_.made_position(hidden_, t);
}

void CellSteps::step(Index t) {
  switch (kind_) {
    case CellKind::Lstm: return lstm_step(t);
    case CellKind::Gru: return gru_step(t);
    default: return gate(0, t, hidden_);
  }
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
                               const CellState& start, const SequenceOptions& options, bool want_last) {
  const Reading reading = Reading::make(tape, x.shape()[0], x.shape()[1], options.reverse, options.lengths);
  CellSteps steps(tape, options.kind, x, weights, start, reading);
  for (Index step = 0; step < reading.positions; ++step) steps.step(reading.position(step));
  steps.finish();
  return {steps.hidden(), want_last ? steps.last() : CellState()};
}

}  // namespace attnlab
