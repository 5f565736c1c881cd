// A recurrent cell over a whole sequence: one product for all inputs, a thin one for each step.
#include "core/ops/recurrent/recurrent.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"
#include "core/ops/recurrent/recurrent_cells.h"
#include "core/ops/recurrent/recurrent_reading.h"
#include "core/ops/recurrent/recurrent_states.h"
#include "core/tensor/gemm.h"
#include "core/tensor/thin_gemm.h"

namespace attnlab {

namespace {

/// A transposed copy of U pays from this many steps on.
constexpr Index kStepsToTranspose = 4;

/// What forward stores for backward, in the arena.
struct StoredSteps {
  Real* gates;                ///< [B,T,G·C]
  Real* cells;                ///< [B,T,C] of cells with a cell state; else null
  Real* cell_tanhs;           ///< [B,T,C] tanh of the cell states; else null
  Real* recurrent_candidate;  ///< [B,T,C] of cells that reset; else null
  LastCell* last_cell;
};

struct Call {
  Variable x;
  CellWeights weights;
  CellState start;
  const CellKind* kind;
  Reading reading;
  Index inputs, width, gates;  ///< I, C, G

  Index all_gates() const { return gates * width; }
  /// Rows of U that act on the sums directly: all but those of a candidate that is reset.
  Index direct() const { return kind->resets() ? all_gates() - width : all_gates(); }
};

/// h or c before position t of row b; null: zeros.
const Real* before(const Call& call, const Real* states, Variable start, Index b, Index t) {
  const Reading& r = call.reading;
  if (!r.is_first(t)) return r.at(states, b, r.previous(t), call.width);
  return start ? start.data() + b * call.width : nullptr;
}

CellRows rows_at(const Call& call, const StoredSteps& stored, Real* hidden, Index b, Index t) {
  const Reading& r = call.reading;
  const Index c = call.width;
  const auto at = [&](Real* data, Index width) { return data ? r.at(data, b, t, width) : nullptr; };
  return {at(stored.gates, call.all_gates()),
          before(call, hidden, call.start.hidden, b, t),
          stored.cells ? before(call, stored.cells, call.start.cell, b, t) : nullptr,
          at(stored.recurrent_candidate, c),
          at(stored.cells, c),
          at(stored.cell_tanhs, c),
          at(hidden, c)};
}

class RecurrentSequence final : public Operation {
 public:
  RecurrentSequence(const Call& call, const StoredSteps& stored) : call_(call), stored_(stored) {}
  std::string_view kind() const override { return "recurrent_sequence"; }

  void backward(Tape& tape) override {
    const Reading& r = call_.reading;
    const Index c = call_.width, all = call_.all_gates();
    Arena& arena = tape.arena();
    Gradients g{arena.array<Real>(r.batch * r.positions * all),
                call_.kind->resets() ? arena.array<Real>(r.batch * r.positions * c) : nullptr,
                arena.array<Real>(r.batch * c), arena.array<Real>(r.batch * c), arena.array<Real>(c)};
    std::fill_n(g.hidden, r.batch * c, Real(0));
    std::fill_n(g.cell, r.batch * c, Real(0));
    if (stored_.last_cell && stored_.last_cell->gradient)
      std::copy_n(stored_.last_cell->gradient, r.batch * c, g.cell);
    for (Index step = r.positions - 1; step >= 0; --step) step_backward(r.position(step), g);
    pass_to_input(tape, g);
    pass_to_recurrent(tape, g);
    if (call_.start.hidden) tape.add_gradient(call_.start.hidden, array(g.hidden, r.batch * c));
    if (call_.start.cell) tape.add_gradient(call_.start.cell, array(g.cell, r.batch * c));
  }

  Explanation explain(Index offset) const override {
    const Index c = call_.width, column = offset % c, row = offset / c;
    const Index b = row / call_.reading.positions, t = row % call_.reading.positions;
    const CellRows rows = rows_at(call_, stored_, output()->value, b, t);
    if (!call_.reading.padded(b, t)) return call_.kind->explain(c, rows, column);
    const Real h = rows.previous_hidden ? rows.previous_hidden[column] : Real(0);
    return {"h_t = h_{t−1}, because position t is padding", number(double(h), "h_{t−1}")};
  }

 private:
  /// Gradients of values that are not tensors of the tape.
  struct Gradients {
    Real* gates;                ///< [B,T,G·C]
    Real* recurrent_candidate;  ///< [B,T,C]
    Real* hidden;               ///< [B,C] of h_t from the steps after it
    Real* cell;                 ///< [B,C] of c_t from the steps after it
    Real* row;                  ///< [C] scratch
  };

  void row_backward(Index b, Index t, const Gradients& g) {
    const Reading& r = call_.reading;
    const Index c = call_.width;
    const ConstArrayMap from_above(r.at(output_gradient(), b, t, c), c);
    ArrayMap carried(g.hidden + b * c, c);
    if (r.padded(b, t)) {
      carried += from_above;
      std::fill_n(r.at(g.gates, b, t, call_.all_gates()), call_.all_gates(), Real(0));
      if (g.recurrent_candidate) std::fill_n(r.at(g.recurrent_candidate, b, t, c), c, Real(0));
      return;
    }
    array(g.row, c) = from_above + carried;
    call_.kind->backward(
        c, rows_at(call_, stored_, output()->value, b, t),
        {g.row, g.cell + b * c, r.at(g.gates, b, t, call_.all_gates()),
         g.recurrent_candidate ? r.at(g.recurrent_candidate, b, t, c) : nullptr, g.hidden + b * c});
  }

  void step_backward(Index t, const Gradients& g) {
    const Reading& r = call_.reading;
    const Index c = call_.width, all = call_.all_gates(), direct = call_.direct();
    for (Index b = 0; b < r.batch; ++b) row_backward(b, t, g);
    if (r.is_first(t) && !call_.start.hidden) return;
    const Real* u = call_.weights.recurrent.data();
    thin_gemm(r.batch, c, direct, r.at(g.gates, 0, t, all), r.positions * all, u, c, g.hidden, c);
    if (g.recurrent_candidate) {
      thin_gemm(r.batch, c, c, r.at(g.recurrent_candidate, 0, t, c), r.positions * c, u + direct * c, c,
                g.hidden, c);
    }
  }

  /// Gradients of x, W and b: products over all steps.
  void pass_to_input(Tape& tape, const Gradients& g) {
    const Index rows = call_.reading.batch * call_.reading.positions, all = call_.all_gates(),
                in = call_.inputs;
    if (const GradientSlot dx = tape.gradient(call_.x); dx.data) {
      gemm(rows, in, all, {g.gates, all}, {call_.weights.input.data(), in}, dx.data, in, dx.mode);
    }
    if (const GradientSlot dw = tape.gradient(call_.weights.input); dw.data) {
      gemm(all, in, rows, transposed({g.gates, all}), {call_.x.data(), in}, dw.data, in, dw.mode);
    }
    if (call_.weights.bias) add_column_sums(g.gates, rows, all, tape.gradient(call_.weights.bias));
  }

  /// Gradients of U and b'.
  void pass_to_recurrent(Tape& tape, const Gradients& g) {
    const Index rows = call_.reading.batch * call_.reading.positions, c = call_.width,
                direct = call_.direct();
    if (const GradientSlot du = tape.gradient(call_.weights.recurrent); du.data) {
      const Operand states{previous_states(tape), c};
      gemm(direct, c, rows, transposed({g.gates, call_.all_gates()}), states, du.data, c, du.mode);
      if (g.recurrent_candidate) {
        gemm(c, c, rows, transposed({g.recurrent_candidate, c}), states, du.data + direct * c, c, du.mode);
      }
    }
    if (call_.weights.recurrent_bias)
      add_column_sums(g.recurrent_candidate, rows, c, tape.gradient(call_.weights.recurrent_bias));
  }

  /// h before each position, [B,T,C].
  const Real* previous_states(Tape& tape) const {
    const Reading& r = call_.reading;
    const Index c = call_.width;
    Real* states = tape.arena().array<Real>(r.batch * r.positions * c);
    for (Index b = 0; b < r.batch; ++b) {
      for (Index t = 0; t < r.positions; ++t) {
        const Real* h = before(call_, output()->value, call_.start.hidden, b, t);
        if (h) {
          std::copy_n(h, c, r.at(states, b, t, c));
        } else {
          std::fill_n(r.at(states, b, t, c), c, Real(0));
        }
      }
    }
    return states;
  }

  Call call_;
  StoredSteps stored_;
};

/// Forward: gates, states and outputs, step by step.
class Run {
 public:
  Run(Tape& tape, const Call& call, Real* hidden) : call_(call), hidden_(hidden) {
    const Reading& r = call.reading;
    const Index cells = r.batch * r.positions * call.width;
    const auto room = [&](bool wanted) { return wanted ? tape.arena().array<Real>(cells) : nullptr; };
    stored_ = {tape.arena().array<Real>(cells * call.gates), room(call.kind->has_cell),
               room(call.kind->has_cell), room(call.kind->resets()), nullptr};
    transpose(tape);
    project_inputs();
    for (Index step = 0; step < r.positions; ++step) run_step(r.position(step));
  }
  const StoredSteps& stored() const { return stored_; }

 private:
  void transpose(Tape& tape) {
    if (call_.reading.positions < kStepsToTranspose) return;
    const Index c = call_.width, all = call_.all_gates();
    transposed_ = tape.arena().array<Real>(all * c);
    matrix(transposed_, c, all) = matrix(std::as_const(call_).weights.recurrent.data(), all, c).transpose();
  }

  void project_inputs() {
    const Index rows = call_.reading.batch * call_.reading.positions, all = call_.all_gates(),
                in = call_.inputs;
    const Variable& bias = call_.weights.bias;
    if (bias) matrix(stored_.gates, rows, all).rowwise() = bias.cells().matrix().transpose();
    gemm(rows, all, in, {call_.x.data(), in}, transposed({call_.weights.input.data(), in}), stored_.gates,
         all, add_if(static_cast<bool>(bias)));
    if (!stored_.recurrent_candidate) return;
    const Variable& own = call_.weights.recurrent_bias;
    auto sums = matrix(stored_.recurrent_candidate, rows, call_.width);
    if (own) {
      sums.rowwise() = own.cells().matrix().transpose();
    } else {
      sums.setZero();
    }
  }

  /// out += h·Uᵀ for `count` rows of U from `first` on.
  void multiply(Index first, Index count, const Real* h, Index h_stride, Real* out, Index out_stride) const {
    const Index c = call_.width, rows = call_.reading.batch;
    if (transposed_) {
      thin_gemm(rows, count, c, h, h_stride, transposed_ + first, call_.all_gates(), out, out_stride);
    } else {
      const Operand u{call_.weights.recurrent.data() + first * c, c, true};
      gemm(rows, count, c, {h, h_stride}, u, out, out_stride, WriteMode::Add);
    }
  }

  void run_step(Index t) {
    const Reading& r = call_.reading;
    const Index c = call_.width, all = call_.all_gates(), direct = call_.direct();
    if (const Real* h = before(call_, hidden_, call_.start.hidden, 0, t)) {
      const Index stride = r.is_first(t) ? c : r.positions * c;
      multiply(0, direct, h, stride, r.at(stored_.gates, 0, t, all), r.positions * all);
      if (stored_.recurrent_candidate) {
        multiply(direct, c, h, stride, r.at(stored_.recurrent_candidate, 0, t, c), r.positions * c);
      }
    }
    for (Index b = 0; b < r.batch; ++b) run_row(b, t);
  }

  void run_row(Index b, Index t) {
    const CellRows rows = rows_at(call_, stored_, hidden_, b, t);
    if (!call_.reading.padded(b, t)) return call_.kind->forward(call_.width, rows);
    const auto carry = [&](const Real* from, Real* to) {
      if (from) {
        std::copy_n(from, call_.width, to);
      } else if (to) {
        std::fill_n(to, call_.width, Real(0));
      }
    };
    carry(rows.previous_hidden, rows.hidden);
    carry(rows.previous_cell, rows.cell);
  }

  Call call_;
  Real* hidden_;
  Real* transposed_ = nullptr;  // [C,G·C]
  StoredSteps stored_{};
};

void check(const Call& call) {
  const CellWeights& w = call.weights;
  const Index all = call.all_gates(), state = call.reading.batch * call.width;
  require_equal("recurrent: rows of the input weight", w.input.shape()[0], "gates times width", all);
  require_equal("recurrent: columns of the input weight", w.input.shape().last(), "width of the input",
                call.inputs);
  require_equal("recurrent: rows of the recurrent weight", w.recurrent.shape()[0], "gates times width", all);
  if (w.bias) require_equal("recurrent: size of the bias", w.bias.size(), "gates times width", all);
  if (call.start.hidden)
    require_equal("recurrent: cells of the first state", call.start.hidden.size(), "rows times width", state);
  if (call.start.cell)
    require_equal("recurrent: cells of the first cell state", call.start.cell.size(), "rows times width",
                  state);
}

}  // namespace

Reading Reading::make(Tape& tape, Index batch, Index positions, bool reverse,
                      std::span<const Index> lengths) {
  Reading reading{batch, positions, reverse, nullptr};
  if (lengths.empty()) return reading;
  require_equal("recurrent: number of lengths", count_of(lengths), "sequences", batch);
  Index* copy = tape.arena().array<Index>(batch);
  std::ranges::copy(lengths, copy);
  reading.lengths = copy;
  return reading;
}

SequenceStates recurrent_sequence(Tape& tape, Variable x, const CellWeights& weights, const CellState& start,
                                  const SequenceOptions& options, LastState last) {
  const Shape& shape = x.shape();
  const Call call{x,
                  weights,
                  start,
                  options.kind,
                  Reading::make(tape, shape[0], shape[1], options.reverse, options.lengths),
                  shape[2],
                  weights.recurrent.shape().last(),
                  options.kind->gate_count()};
  check(call);
  Variable hidden = tape.make({shape[0], shape[1], call.width});
  StoredSteps stored = Run(tape, call, hidden.data()).stored();
  const bool wants_cell = last == LastState::Make && stored.cells;
  if (wants_cell) stored.last_cell = tape.arena().make<LastCell>();
  tape.record<RecurrentSequence>(
      hidden,
      {x, weights.input, weights.recurrent, weights.bias, weights.recurrent_bias, start.hidden, start.cell},
      call, stored);
  if (last == LastState::Skip) return {hidden, {}};
  const Variable cell =
      wants_cell ? last_cell(tape, hidden, stored.cells, call.reading.last(), stored.last_cell) : Variable();
  return {hidden, {last_state(tape, hidden, call.reading), cell}};
}

}  // namespace attnlab
