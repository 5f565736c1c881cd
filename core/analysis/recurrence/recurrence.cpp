// Recurrence: cells by their tensors, their starts and inputs by the operations that made them.
#include "core/analysis/recurrence/recurrence.h"

#include <cmath>

#include "core/analysis/operation_parts.h"
#include "core/language/messages.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/architecture_kind.h"
#include "core/ops/recurrent/cell_sites.h"
#include "core/tensor/eigen_maps.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

/// The argument NAME of an operation as a `Value`; null where it has none.
template <typename Value>
const Value* recurrent_argument(const CallArguments& arguments, std::string_view name) {
  for (const CallArgument& argument : arguments)
    if (argument.name == name) return std::get_if<Value>(&argument.value);
  return nullptr;
}

CallArguments arguments_of(const Trace& trace, const TraceTensor& tensor) {
  const Operation* const made_by = operation_parts(trace, tensor).operation;
  return made_by ? made_by->arguments() : CallArguments();
}

/// The state [C] before the first position, as the operation `by` reads it.
std::vector<double> start_of(const CallArgument::Before* by, Index units) {
  std::vector<double> start(units, 0.0);
  for (std::size_t i = 0; by && by->start && i < start.size(); ++i) start[i] = double(by->start->value[i]);
  return start;
}

RecurrentCell recurrent_cell(const Trace& trace, const TraceTensor& hidden) {
  RecurrentCell cell;
  cell.place = hidden.place;
  cell.kind = &cell_kind(trace.config().cell);
  cell.reverse = hidden.place.within(recurrent_sites::kReverse);
  cell.hidden = &hidden;
  for (const CellGate& gate : cell.kind->gates) cell.gates.push_back(trace.find(cell.place, gate.makes));
  const CallArguments gate = arguments_of(trace, *cell.gates.front());
  cell.hidden_start = start_of(recurrent_argument<CallArgument::Before>(gate, "state"), cell.units());
  if (!cell.kind->has_cell) return cell;
  cell.cell = trace.find(cell.place, cell_sites::kCell);
  const CallArguments state = arguments_of(trace, *cell.cell);
  cell.cell_start = start_of(recurrent_argument<CallArgument::Before>(state, "before"), cell.units());
  return cell;
}

const Operation& maker_of(const TraceTensor& tensor) {
  const Node* const node = tensor.node->computed ? tensor.node->computed : tensor.node;
  return *node->producer;
}

const Node* node_argument(const CallArguments& arguments, std::string_view name) {
  const auto* const node = recurrent_argument<const Node*>(arguments, name);
  return node ? *node : nullptr;
}

double dot_in_double(const Real* a, const Real* b, Index count) {
  return (ConstArrayMap(a, count).cast<double>() * ConstArrayMap(b, count).cast<double>()).sum();
}

/// weight[unit,:]·x[t,:], 0 where there is no weight.
double row_product(const CallArguments& all, std::string_view weight, std::string_view x, Index t,
                   Index unit) {
  const Node* const w = node_argument(all, weight);
  const auto* const read = recurrent_argument<CallArgument::AtPosition>(all, x);
  if (!w || !read) return 0;
  const Index width = w->shape.last();
  return dot_in_double(w->value + unit * width, read->node->value + t * width, width);
}

double bias_of(const CallArguments& all, std::string_view name, Index unit) {
  const Node* const bias = node_argument(all, name);
  return bias ? double(bias->value[unit]) : 0;
}

/// weights·h_{t−1}.
double recurrent_product(const RecurrentCell& cell, const Real* weights, Index t) {
  const Index units = cell.units();
  if (!cell.is_first(t))
    return dot_in_double(weights, cell.hidden->value.data() + cell.before(t) * units, units);
  double sum = 0;
  for (Index i = 0; i < units; ++i) sum += double(weights[i]) * cell.hidden_start[i];
  return sum;
}

GateSum sum_of(const RecurrentCell& cell, const CallArguments& all, std::size_t gate, Index t, Index unit) {
  GateSum sum{.input = row_product(all, "weight", "x", t, unit),
              .context = row_product(all, "context_weight", "context", t, unit),
              .recurrent = bias_of(all, "recurrent_bias", unit),
              .bias = bias_of(all, "bias", unit)};
  if (const Node* const u = node_argument(all, "recurrent_weight"))
    sum.recurrent += recurrent_product(cell, u->value + unit * cell.units(), t);
  const int by = cell.kind->gates[gate].reset_by;
  if (by >= 0) sum.reset = cell.value(*cell.gates[by], t, unit);
  return sum;
}

template <typename Value>
std::vector<float> band_of(const RecurrentCell& cell, const Value& value) {
  std::vector<float> cells;
  cells.reserve(cell.steps() * cell.units());
  for (Index t = 0; t < cell.steps(); ++t)
    for (Index unit = 0; unit < cell.units(); ++unit) cells.push_back(float(value(t, unit)));
  return cells;
}

/// The two parts of the sum of a state that no gate keeps.
std::vector<MemoryBand> parts_of_the_sum(const RecurrentCell& cell) {
  const CallArguments all = maker_of(*cell.gates.front()).arguments();
  std::vector<MemoryBand> bands{
      {tr_mark("From the previous state"),
       "U·h_{t−1}",
       tr_mark("What the previous state adds to the sum of each unit; no part of it is kept unchanged."),
       {}},
      {tr_mark("From the input"),
       "W·x_t + b",
       tr_mark("What the new token and the bias add to the sum of each unit."),
       {}}};
  for (Index t = 0; t < cell.steps(); ++t)
    for (Index unit = 0; unit < cell.units(); ++unit) {
      const GateSum sum = sum_of(cell, all, 0, t, unit);
      bands[0].cells.push_back(float(sum.recurrent));
      bands[1].cells.push_back(float(sum.input + sum.context + sum.bias));
    }
  if (node_argument(all, "context_weight")) bands[1].formula = "W·x_t + V·context_t + b";
  return bands;
}

}  // namespace

double RecurrentCell::hidden_before(Index t, Index unit) const {
  return is_first(t) ? hidden_start[unit] : value(*hidden, before(t), unit);
}

double RecurrentCell::memory_before(Index t, Index unit) const {
  if (!cell) return hidden_before(t, unit);
  return is_first(t) ? cell_start[unit] : value(*cell, before(t), unit);
}

std::vector<RecurrentCell> recurrent_cells(const Trace& trace) {
  std::vector<RecurrentCell> cells;
  if (!architecture_of(trace.config()).has_cells()) return cells;
  for (const TraceTensor& tensor : trace.tensors())
    if (tensor.is(cell_sites::kHidden)) cells.push_back(recurrent_cell(trace, tensor));
  return cells;
}

std::vector<Piece> read_pieces(const Trace& trace, const RecurrentCell& cell) {
  constexpr std::size_t kTokens = 1;
  const std::vector<Piece>& all = axis_pieces(trace, *cell.hidden, kTokens);
  std::vector<Piece> pieces;
  for (Index t = 0; t < cell.steps(); ++t) {
    const auto at = static_cast<std::size_t>(t);
    pieces.push_back(at < all.size() ? all[at] : Piece{kUnknownId, std::to_string(t), true});
  }
  return pieces;
}

GateSum gate_sum(const RecurrentCell& cell, std::size_t gate, Index t, Index unit) {
  return sum_of(cell, maker_of(*cell.gates.at(gate)).arguments(), gate, t, unit);
}

std::vector<MemoryBand> memory_bands(const RecurrentCell& cell) {
  const CellMemory& does = cell.kind->memory;
  if (!does.has_gates()) return parts_of_the_sum(cell);
  const auto gate = [&](int number) { return cell.gates[number]; };
  const auto symbol = [&](int number) { return std::string(gate(number)->site->symbol); };
  const std::string memory(cell.memory().site->symbol), keeps = symbol(does.keeps) + "_t";
  std::vector<MemoryBand> bands;
  bands.push_back({tr_mark("Kept"), keeps + "⊙" + memory + "_{t−1}",
                   tr_mark("What each unit keeps of its previous memory."),
                   band_of(cell, [&](Index t, Index unit) {
                     return cell.value(*gate(does.keeps), t, unit) * cell.memory_before(t, unit);
                   })});
  const auto written_share = [&](Index t, Index unit) {
    return does.writes >= 0 ? cell.value(*gate(does.writes), t, unit)
                            : 1 - cell.value(*gate(does.keeps), t, unit);
  };
  const std::string writes = does.writes >= 0 ? symbol(does.writes) + "_t" : "(1−" + keeps + ")";
  bands.push_back(
      {tr_mark("Written"), writes + "⊙" + symbol(does.candidate) + "_t",
       tr_mark(
           "What each unit writes of the candidate; the kept and the written part sum to the new memory."),
       band_of(cell, [&](Index t, Index unit) {
         return written_share(t, unit) * cell.value(*gate(does.candidate), t, unit);
       })});
  if (does.reads >= 0)
    bands.push_back({tr_mark("Read"), symbol(does.reads) + "_t⊙tanh(" + memory + "_t)",
                     tr_mark("What each unit outputs of its memory: the hidden state."),
                     band_of(cell, [&](Index t, Index unit) {
                       return cell.value(*gate(does.reads), t, unit) *
                              std::tanh(cell.value(cell.memory(), t, unit));
                     })});
  return bands;
}

}  // namespace attnlab
