// The rows of all recurrent cells.
#include "core/ops/recurrent/cell_kind.h"

#include "core/config/rows.h"
#include "core/ops/recurrent/cell_sites.h"
#include "core/ops/recurrent/recurrent_cells.h"
#include "core/ops/recurrent/state_steps.h"

namespace attnlab {

namespace {

constexpr CellGate kRnnTanhGates[] = {
    {.makes = cell_sites::kHidden, .weights = cell_sites::kHiddenWeights, .function = GateFunction::Tanh}};
constexpr CellGate kRnnReluGates[] = {
    {.makes = cell_sites::kHidden, .weights = cell_sites::kHiddenWeights, .function = GateFunction::Relu}};
constexpr CellGate kLstmGates[] = {{.makes = cell_sites::kInputGate,
                                    .weights = cell_sites::kInputGateWeights,
                                    .function = GateFunction::Sigmoid,
                                    .memory = CellGate::Memory::Writes},
                                   {.makes = cell_sites::kForgetGate,
                                    .weights = cell_sites::kForgetGateWeights,
                                    .function = GateFunction::Sigmoid,
                                    .memory = CellGate::Memory::Keeps},
                                   {.makes = cell_sites::kCandidate,
                                    .weights = cell_sites::kCandidateWeights,
                                    .function = GateFunction::Tanh},
                                   {.makes = cell_sites::kOutputGate,
                                    .weights = cell_sites::kOutputGateWeights,
                                    .function = GateFunction::Sigmoid}};
constexpr CellGate kGruGates[] = {{.makes = cell_sites::kResetGate,
                                   .weights = cell_sites::kResetGateWeights,
                                   .function = GateFunction::Sigmoid},
                                  {.makes = cell_sites::kUpdateGate,
                                   .weights = cell_sites::kUpdateGateWeights,
                                   .function = GateFunction::Sigmoid,
                                   .memory = CellGate::Memory::Keeps},
                                  {.makes = cell_sites::kGruCandidate,
                                   .weights = cell_sites::kCandidateWeights,
                                   .function = GateFunction::Tanh,
                                   .reset_by = 0}};

void make_lstm_states(const StatesStep& s) {
  lstm_cell_step(s.tape, {s.cell, s.start.cell, s.reading, s.t}, s.gate(1), s.gate(0), s.gate(2));
  s.tape.made_position(s.cell, s.t);
  lstm_hidden_step(s.tape, {s.hidden, s.start.hidden, s.reading, s.t}, s.gate(3), s.cell.value);
  s.tape.made_position(s.hidden, s.t);
}

void make_gru_states(const StatesStep& s) {
  gru_hidden_step(s.tape, {s.hidden, s.start.hidden, s.reading, s.t}, s.gate(1), s.gate(2));
  s.tape.made_position(s.hidden, s.t);
}

Expression labelled_value(Real v, const char* label) { return number(double(v), label); }

Expression labelled_sums(const CellRows& rows, Index column) {
  return labelled_value(rows.gates[column], "W·x_t + U·h_{t−1} + b");
}

Explanation explain_rnn_tanh(Index, const CellRows& rows, Index column) {
  return {"h_t = tanh(W·x_t + U·h_{t−1} + b)", apply(Expression::Kind::Tanh, labelled_sums(rows, column))};
}

Explanation explain_rnn_relu(Index, const CellRows& rows, Index column) {
  return {"h_t = max(0, W·x_t + U·h_{t−1} + b)", maximum({number(0), labelled_sums(rows, column)})};
}

Explanation explain_lstm(Index width, const CellRows& rows, Index column) {
  return {"h_t = o_t·tanh(c_t)",
          product({labelled_value(rows.gates[3 * width + column], "o_t"),
                   apply(Expression::Kind::Tanh, labelled_value(rows.cell[column], "c_t"))})};
}

Explanation explain_gru(Index width, const CellRows& rows, Index column) {
  const Expression z = labelled_value(rows.gates[width + column], "z_t");
  const Real before = rows.previous_hidden ? rows.previous_hidden[column] : Real(0);
  return {"h_t = (1−z_t)·n_t + z_t·h_{t−1}",
          sum({product({difference(number(1), z), labelled_value(rows.gates[2 * width + column], "n_t")}),
               product({z, labelled_value(before, "h_{t−1}")})})};
}

}  // namespace

std::span<const CellKind> cell_kinds() {
  static constexpr CellKind kKinds[] = {
      // Elman 1990.
      {.name = "rnn_tanh",
       .title = "RNN (tanh)",
       .family = "RNN",
       .term = "hidden state",
       .gates = kRnnTanhGates,
       .forward = rnn_tanh_forward,
       .backward = rnn_tanh_backward,
       .explain = explain_rnn_tanh},
      {.name = "rnn_relu",
       .title = "RNN (ReLU)",
       .family = "RNN",
       .term = "hidden state",
       .gates = kRnnReluGates,
       .forward = rnn_relu_forward,
       .backward = rnn_relu_backward,
       .explain = explain_rnn_relu},
      // Hochreiter and Schmidhuber 1997, Gers et al. 2000.
      {.name = "lstm",
       .title = "LSTM",
       .family = "LSTM",
       .term = "LSTM",
       .gates = kLstmGates,
       .has_cell = true,
       .memory = {.keeps = 1, .writes = 0, .candidate = 2, .reads = 3},
       .make_states = make_lstm_states,
       .forward = lstm_forward,
       .backward = lstm_backward,
       .explain = explain_lstm},
      // Cho et al. 2014.
      {.name = "gru",
       .title = "GRU",
       .family = "GRU",
       .term = "hidden state",
       .gates = kGruGates,
       .memory = {.keeps = 1, .candidate = 2},
       .make_states = make_gru_states,
       .forward = gru_forward,
       .backward = gru_backward,
       .explain = explain_gru},
  };
  return kKinds;
}

const CellKind& cell_kind(std::string_view name) { return row_named(cell_kinds(), "recurrent cell", name); }

}  // namespace attnlab
