// State steps: forward, backward and derivation, one row a sequence.
#include "core/ops/recurrent/state_steps.h"

#include "core/autograd/cells.h"
#include "core/language/messages.h"
#include "core/ops/recurrent/gate_step.h"

namespace attnlab {

namespace {

/// What the three operations share: the place, the state before it, and padding.
class StateStep : public Operation {
 public:
  void forward() const {
    for (Index b = 0; b < place_.reading.batch; ++b) {
      if (place_.reading.padded(b, place_.t)) {
        carry(b);
      } else {
        make_row(b);
      }
    }
  }

  std::optional<Index> position() const final { return place_.t; }
  CallArguments arguments() const final {
    CallArguments all;
    for (Variable gate : gates()) all.push_back({"", CallArgument::AtPosition{gate.node()}});
    if (reads_before() || place_.reading.pads()) {
      all.push_back({"before", CallArgument::Before{place_.state.value.node(), place_.start.node(),
                                                    place_.reading.reverse}});
    }
    place_.reading.append_padding(all);
    return all;
  }

  void backward(Tape& tape) final {
    for (Index b = 0; b < place_.reading.batch; ++b) {
      if (!place_.reading.padded(b, place_.t)) {
        row_backward(tape, b);
      } else if (Real* to = gradient_before(tape, b)) {
        array(to, width()) += gradient(b);
      }
    }
  }

  Explanation explain(Index offset) const final {
    const Index c = width(), row = offset / c, positions = place_.reading.positions;
    const Index b = row / positions, t = row % positions;
    Expression previous = cell_before(b, t, offset % c);
    if (place_.reading.padded(b, t))
      return {"the previous state, because this position is padding", std::move(previous)};
    return explain_cell(offset, std::move(previous));
  }

  CellSpan affected(int i, Index at) const final {
    const Node* node = input(i).node();
    const Reading& r = place_.reading;
    const Index c = width(), t = r.position_of(at, c), column = at % c;
    if (place_.start && node == place_.start.node())
      return {(at / c * r.positions + place_.t) * c + column, 1, r.is_first(place_.t) ? 1 : 0};
    const bool is_state = node == place_.state.value.node();
    const bool previous = is_state && !r.is_first(place_.t) && t == r.previous(place_.t);
    return {at + (place_.t - t) * c, 1, previous || (!is_state && t == place_.t) ? 1 : 0};
  }

 protected:
  explicit StateStep(const StatePlace& place) : place_(place) {}
  ~StateStep() = default;

  virtual void make_row(Index b) const = 0;
  /// The values that a row is computed from at its own position, beside the state before.
  virtual std::vector<Variable> gates() const = 0;
  virtual bool reads_before() const { return true; }
  virtual void row_backward(Tape& tape, Index b) const = 0;
  virtual Explanation explain_cell(Index offset, Expression previous) const = 0;

  Index width() const { return place_.state.made.shape().last(); }
  Index offset(Index b) const { return (b * place_.reading.positions + place_.t) * width(); }
  /// Row b of `x` at this position.
  ArrayMap row(Variable x, Index b) const { return array(x.data() + offset(b), width()); }
  ConstArrayMap gradient(Index b) const { return {output_gradient() + offset(b), width()}; }

  /// Row b of the state before; null: zeros.
  const Real* before(Index b) const {
    const Reading& r = place_.reading;
    if (!r.is_first(place_.t)) return r.at(place_.state.value.data(), b, r.previous(place_.t), width());
    return place_.start ? place_.start.data() + b * width() : nullptr;
  }
  /// Where the gradient of before() is added; null: nowhere.
  Real* gradient_before(Tape& tape, Index b) const {
    const Reading& r = place_.reading;
    if (!r.is_first(place_.t)) {
      Real* of_state = tape.gradient_to_add_to(place_.state.value);
      return of_state ? r.at(of_state, b, r.previous(place_.t), width()) : nullptr;
    }
    Real* of_start = place_.start ? tape.gradient_to_add_to(place_.start) : nullptr;
    return of_start ? of_start + b * width() : nullptr;
  }
  /// Adds `values` to row b of the gradient of `x`.
  template <typename Values>
  void add(Tape& tape, Variable x, Index b, const Values& values) const {
    if (Real* to = tape.gradient_to_add_to(x)) array(to + offset(b), width()) += values;
  }

  StatePlace place_;

 private:
  void carry(Index b) const {
    row(place_.state.made, b).setZero();
    if (const Real* previous = before(b)) row(place_.state.made, b) = array(previous, width());
  }
  Expression cell_before(Index b, Index t, Index column) const {
    const Reading& r = place_.reading;
    if (!r.is_first(t))
      return cell(place_.state.value.node(), (b * r.positions + r.previous(t)) * width() + column);
    return place_.start ? cell(place_.start.node(), b * width() + column) : number(0, tr_mark("zero state"));
  }
};

class LstmCellStep final : public StateStep {
 public:
  LstmCellStep(const StatePlace& place, Variable forget, Variable input, Variable candidate)
      : StateStep(place), forget_(forget), input_(input), candidate_(candidate) {}
  std::string_view kind() const override { return "lstm_cell"; }

 private:
  std::vector<Variable> gates() const override { return {forget_, input_, candidate_}; }
  void make_row(Index b) const override {
    ArrayMap state = row(place_.state.made, b);
    state = row(input_, b) * row(candidate_, b);
    if (const Real* previous = before(b)) state += row(forget_, b) * array(previous, width());
  }
  void row_backward(Tape& tape, Index b) const override {
    const ConstArrayMap dc = gradient(b);
    if (const Real* previous = before(b)) add(tape, forget_, b, dc * array(previous, width()));
    add(tape, input_, b, dc * row(candidate_, b));
    add(tape, candidate_, b, dc * row(input_, b));
    if (Real* to = gradient_before(tape, b)) array(to, width()) += dc * row(forget_, b);
  }
  Explanation explain_cell(Index at, Expression previous) const override {
    return {"c_t = f_t·c_{t−1} + i_t·g_t",
            sum({product({cell(forget_.node(), at), std::move(previous)}),
                 product({cell(input_.node(), at), cell(candidate_.node(), at)})})};
  }

  Variable forget_, input_, candidate_;
};

class LstmHiddenStep final : public StateStep {
 public:
  LstmHiddenStep(const StatePlace& place, Variable output, Variable cell)
      : StateStep(place), gate_(output), cell_(cell) {}
  std::string_view kind() const override { return "lstm_hidden"; }

 private:
  std::vector<Variable> gates() const override { return {gate_, cell_}; }
  bool reads_before() const override { return false; }
  void make_row(Index b) const override { row(place_.state.made, b) = row(gate_, b) * row(cell_, b).tanh(); }
  void row_backward(Tape& tape, Index b) const override {
    const ConstArrayMap dh = gradient(b);
    const auto squashed = row(cell_, b).tanh();
    add(tape, gate_, b, dh * squashed);
    add(tape, cell_, b, dh * row(gate_, b) * (Real(1) - squashed.square()));
  }
  Explanation explain_cell(Index at, Expression) const override {
    return {"h_t = o_t·tanh(c_t)", product({cell(gate_.node(), at),
                                            attnlab::apply(Expression::Kind::Tanh, cell(cell_.node(), at))})};
  }

  Variable gate_, cell_;
};

class GruHiddenStep final : public StateStep {
 public:
  GruHiddenStep(const StatePlace& place, Variable update, Variable candidate)
      : StateStep(place), update_(update), candidate_(candidate) {}
  std::string_view kind() const override { return "gru_hidden"; }

 private:
  std::vector<Variable> gates() const override { return {update_, candidate_}; }
  void make_row(Index b) const override {
    ArrayMap state = row(place_.state.made, b);
    state = (Real(1) - row(update_, b)) * row(candidate_, b);
    if (const Real* previous = before(b)) state += row(update_, b) * array(previous, width());
  }
  void row_backward(Tape& tape, Index b) const override {
    const ConstArrayMap dh = gradient(b);
    add(tape, update_, b, -dh * row(candidate_, b));
    if (const Real* previous = before(b)) add(tape, update_, b, dh * array(previous, width()));
    add(tape, candidate_, b, dh * (Real(1) - row(update_, b)));
    if (Real* to = gradient_before(tape, b)) array(to, width()) += dh * row(update_, b);
  }
  Explanation explain_cell(Index at, Expression previous) const override {
    const Expression keep = cell(update_.node(), at);
    return {"h_t = (1−z_t)·n_t + z_t·h_{t−1}",
            sum({product({difference(number(1), keep), cell(candidate_.node(), at)}),
                 product({keep, std::move(previous)})})};
  }

  Variable update_, candidate_;
};

}  // namespace

void lstm_cell_step(Tape& tape, const StatePlace& place, Variable forget, Variable input,
                    Variable candidate) {
  LstmCellStep(place, forget, input, candidate).forward();
  tape.record<LstmCellStep>(place.state.made, {forget, input, candidate, place.state.value, place.start},
                            place, forget, input, candidate);
}

void lstm_hidden_step(Tape& tape, const StatePlace& place, Variable output, Variable cell) {
  LstmHiddenStep(place, output, cell).forward();
  tape.record<LstmHiddenStep>(place.state.made, {output, cell, place.state.value, place.start}, place, output,
                              cell);
}

void gru_hidden_step(Tape& tape, const StatePlace& place, Variable update, Variable candidate) {
  GruHiddenStep(place, update, candidate).forward();
  tape.record<GruHiddenStep>(place.state.made, {update, candidate, place.state.value, place.start}, place,
                             update, candidate);
}

}  // namespace attnlab
