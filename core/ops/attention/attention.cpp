// Attention in one operation, on the processor or on the device of the tape.
#include "core/ops/attention/attention.h"

#include "core/autograd/cells.h"
#include "core/ops/attention/attention_blocks.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/softmax.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/finite.h"
#include "core/tensor/weighing.h"

namespace attnlab {

using namespace attention_blocks;

namespace {

/// All of it on the processor, except for what dropout does: weights [B,H,Tq,Tk].
void all_weights(const AttentionSpec& spec, const HeadView& query, const HeadView& key, Real* weights) {
  each_block(spec, [&](const QueryBlock& block) {
    block_weights(block, spec, query, key, weights + block.place(spec));
  });
}

std::size_t as_size(Index count) { return static_cast<std::size_t>(count); }

/// Whether no product of the operands' cells can overflow, so that a weight of 0 makes 0 of all that it
/// meets. They may be one tensor.
bool ordinary_cells(Variable query, Variable key, Variable value) {
  const auto ordinary = [](Variable x) { return all_ordinary({x.data(), as_size(x.size())}); };
  return ordinary(query) && (key.node() == query.node() || ordinary(key)) &&
         (value.node() == query.node() || value.node() == key.node() || ordinary(value));
}

/// A product of weights, or of their gradients, with rows of an operand. Unless all cells are `ordinary`, a
/// hidden key could make NaN of a query that does not see it, by 0·∞.
void multiply(bool ordinary, Index rows, Index columns, Index depth, Operand weights, Operand b, Real* c,
              Index c_stride, WriteMode mode) {
  if (ordinary) {
    gemm(rows, columns, depth, weights, b, c, c_stride, mode);
  } else {
    weigh_odd(rows, columns, depth, weights, b, c, c_stride, mode);
  }
}

/// Query, key and value.
using HeadViews = std::array<HeadView, 3>;

template <typename Cell>
AttentionRows<Cell> rows_of(const HeadView& view, Index head_size) {
  return {view.data + view.column, view.positions * view.stride, head_size, view.stride};
}

AttentionInputs inputs_of(const HeadViews& operands, Index head_size) {
  return {rows_of<const Real>(operands[0], head_size), rows_of<const Real>(operands[1], head_size),
          rows_of<const Real>(operands[2], head_size)};
}

/// Where the device made the context: which one it was, and what its backward needs.
struct OnDevice {
  const AttentionDevice* device = nullptr;
  const Real* rows = nullptr;
};

class Attention final : public Operation {
 public:
  /// `weights` is null where a device made the context; `ordinary`: all_ordinary() of the operands.
  Attention(const AttentionSpec& spec, std::array<Index, 3> columns, bool ordinary, const Real* weights,
            OnDevice on_device)
      : spec_(spec), columns_(columns), ordinary_(ordinary), weights_(weights), on_device_(on_device) {}
  std::string_view kind() const override { return "attention"; }

  void backward(Tape& tape) override {
    const HeadViews gradients = {gradient_view(tape, 0), gradient_view(tape, 1), gradient_view(tape, 2)};
    if (backward_on_device(tape, gradients)) return;
    if (!weights_) weights_ = weights_again(tape);
    ordinary_ = ordinary_ && all_ordinary({output_gradient(), as_size(output()->shape.size())});
    const Index block_cells = kQueryBlock * spec_.keys;
    Real* ds = tape.arena().array<Real>(block_cells);
    Real* dropped = spec_.dropout > 0 ? tape.arena().array<Real>(block_cells) : nullptr;
    each_block(spec_, [&](const QueryBlock& block) { block_backward(block, gradients, ds, dropped); });
  }

  Explanation explain(Index offset) const override {
    const Index width = spec_.width(), d = spec_.head_size;
    const Index column = offset % width, row = offset / width, h = column / d;
    const Index b = row / spec_.queries, q = row % spec_.queries;
    const HeadView value = operand_view(2);
    const KeyRanges seen = spec_.mask.seen(b, q, spec_.keys);
    const QueryBlock block{b, h, q, 1, seen, seen.count()};
    std::vector<Real> again(spec_.keys);
    if (!weights_) block_weights(block, spec_, operand_view(0), operand_view(1), again.data());
    const Real* weights = weights_ ? weights_ + block.place(spec_) : again.data();
    std::vector<Expression> terms;
    for (const KeyRange& part : seen) {
      for (Index k = part.first; k < part.end; ++k) {
        const Index place = value.at(b, k, spec_.key_head(h), d) - value.data + column % d;
        terms.push_back(weighed(number(double(weights[k]), "weight"), cell(input(2).node(), place)));
      }
    }
    return {"context[q,d] = Σ_k softmax_k(query[q]·key[k]/√D)·value[k,d]", sum(std::move(terms))};
  }

 private:
  HeadView operand_view(int i) const { return view_of({input(i), columns_[i]}, input(i).data()); }

  HeadView gradient_view(Tape& tape, int i) const {
    return view_of({input(i), columns_[i]}, tape.gradient_to_add_to(input(i)));
  }

  bool backward_on_device(const Tape& tape, const HeadViews& to) const {
    AttentionDevice* const device = tape.device();
    if (!device || device != on_device_.device) return false;
    const Index d = spec_.head_size, width = spec_.width();
    const auto beside = [&](auto* data) {
      return AttentionRows<std::remove_pointer_t<decltype(data)>>{data, spec_.queries * width, d, width};
    };
    const auto gradient_rows = [&](const HeadView& view) {
      return view.data ? rows_of<Real>(view, d) : AttentionRows<Real>();
    };
    const Real *context = output()->value, *gradient = output_gradient();
    return device->backward(spec_, inputs_of({operand_view(0), operand_view(1), operand_view(2)}, d),
                            beside(context), on_device_.rows, beside(gradient),
                            {gradient_rows(to[0]), gradient_rows(to[1]), gradient_rows(to[2])});
  }

  const Real* weights_again(Tape& tape) const {
    Real* weights = tape.arena().array<Real>(spec_.score_cells());
    all_weights(spec_, operand_view(0), operand_view(1), weights);
    return weights;
  }

  void block_backward(const QueryBlock& block, const HeadViews& to, Real* ds, Real* dropped) {
    const Index b = block.b, h = block.h, begin = block.begin, rows = block.rows, keys = block.keys;
    const Index d = spec_.head_size, width = spec_.width(), shared_head = spec_.key_head(h);
    const HeadView query = operand_view(0), key = operand_view(1), value = operand_view(2);
    const Real* weights = weights_ + block.place(spec_);
    const Operand dout{output_gradient() + (b * spec_.queries + begin) * width + h * d, width};

    block.seen.each_packed([&](KeyRange part, Index column) {
      gemm(rows, part.count(), d, dout, {value.at(b, part.first, shared_head, d), value.stride, true},
           ds + column, keys);
    });
    if (dropped) apply_dropout(block, weights, ds, dropped);
    block.seen.each_packed([&](KeyRange part, Index column) {
      const Operand used =
          dropped ? Operand{dropped + column, keys, true} : Operand{weights + part.first, spec_.keys, true};
      if (to[2].data) {
        multiply(ordinary_, part.count(), d, rows, used, dout, to[2].at(b, part.first, shared_head, d),
                 to[2].stride, WriteMode::Add);
      }
    });
    for (Index row = 0; row < rows; ++row) {
      if (ordinary_) {
        softmax_backward(block, weights + row * spec_.keys, ds + row * keys);
      } else {
        odd_softmax_backward(block, weights + row * spec_.keys, ds + row * keys);
      }
    }
    block.seen.each_packed([&](KeyRange part, Index column) {
      const Index n = part.count();
      if (to[0].data) {
        multiply(ordinary_, rows, d, n, {ds + column, keys},
                 {key.at(b, part.first, shared_head, d), key.stride}, to[0].at(b, begin, h, d), to[0].stride,
                 WriteMode::Add);
      }
      if (to[1].data) {
        multiply(ordinary_, n, d, rows, {ds + column, keys, true}, {query.at(b, begin, h, d), query.stride},
                 to[1].at(b, part.first, shared_head, d), to[1].stride, WriteMode::Add);
      }
    });
  }

  /// softmax_backward() where a hidden key's cell of `ds` may be NaN or infinite.
  void odd_softmax_backward(const QueryBlock& block, const Real* weights, Real* ds) const {
    const auto weights_of = [&](KeyRange part) {
      return std::span<const Real>(weights + part.first, as_size(part.count()));
    };
    Real inner = 0;
    block.seen.each_packed(
        [&](KeyRange part, Index column) { inner += softmax_inner(weights_of(part), ds + column); });
    block.seen.each_packed([&](KeyRange part, Index column) {
      softmax_slopes(weights_of(part), ds + column, inner, ds + column);
      array(ds + column, part.count()) *= spec_.scale();
    });
  }

  /// ds ← weight·(ds − Σ ds·weight)/divisor of one query.
  void softmax_backward(const QueryBlock& block, const Real* weights, Real* ds) const {
    Real inner = 0;
    block.seen.each_packed([&](KeyRange part, Index column) {
      inner += (ConstArrayMap(ds + column, part.count()) * ConstArrayMap(weights + part.first, part.count()))
                   .sum();
    });
    block.seen.each_packed([&](KeyRange part, Index column) {
      ArrayMap gradient(ds + column, part.count());
      const ConstArrayMap weight(weights + part.first, part.count());
      gradient = weight * (gradient - inner) * spec_.scale();
    });
  }

  /// dropped = weights·factor, the weights that forward used; ds ← ds·factor.
  void apply_dropout(const QueryBlock& block, const Real* weights, Real* ds, Real* dropped) const {
    const DropoutFactors factors(spec_.dropout_key, spec_.dropout);
    for (Index row = 0; row < block.rows; ++row) {
      block.seen.each_packed([&](KeyRange part, Index column) {
        const Index first = row * spec_.keys + part.first, place = block.place(spec_) + first;
        const Index packed = row * block.keys + column;
        const Real* const weight = weights + first;
        Real *const slope = ds + packed, *const used = dropped + packed;
        for (Index i = 0; i < part.count(); ++i) {
          const Real factor = factors[place + i];
          used[i] = weight[i] * factor;
          slope[i] *= factor;
        }
      });
    }
  }

  AttentionSpec spec_;
  std::array<Index, 3> columns_;
  bool ordinary_;
  const Real* weights_;
  OnDevice on_device_;
};

/// context [rows,D] = weights·V of one block, or dropped·V, where there is dropout. `ordinary`: as multiply()
/// has it.
void weigh_values(const QueryBlock& block, const AttentionSpec& spec, bool ordinary, const Real* weights,
                  const Real* dropped, const HeadView& value, Real* context, Index stride) {
  const Index d = spec.head_size, key_head = spec.key_head(block.h);
  if (block.seen.empty())
    for (Index row = 0; row < block.rows; ++row) std::fill_n(context + row * stride, d, Real(0));
  block.seen.each_packed([&](KeyRange part, Index column) {
    const Operand used =
        dropped ? Operand{dropped + column, block.keys} : Operand{weights + part.first, spec.keys};
    multiply(ordinary, block.rows, d, part.count(), used,
             {value.at(block.b, part.first, key_head, d), value.stride}, context, stride, add_if(column > 0));
  });
}

/// The context on the processor; returns the weights.
const Real* on_processor(Tape& tape, const AttentionSpec& spec, bool ordinary, const HeadViews& operands,
                         Real* context) {
  const HeadView &q = operands[0], &k = operands[1], &v = operands[2];
  const Index width = spec.width();
  Real* weights = tape.arena().array<Real>(spec.score_cells());
  Real* scratch = spec.dropout > 0 ? tape.arena().array<Real>(kQueryBlock * spec.keys) : nullptr;
  each_block(spec, [&](const QueryBlock& block) {
    Real* own = weights + block.place(spec);
    block_weights(block, spec, q, k, own);
    if (scratch) drop_weights(block, spec, own, scratch);
    weigh_values(block, spec, ordinary, own, scratch, v,
                 context + (block.b * spec.queries + block.begin) * width + block.h * spec.head_size, width);
  });
  return weights;
}

/// The context on the tape's device; no device in what it returns where there is none, or it did not.
OnDevice on_device(Tape& tape, const AttentionSpec& spec, const HeadViews& operands, Real* context) {
  AttentionDevice* const device = tape.device();
  if (!device) return {};
  const Index d = spec.head_size, width = spec.width();
  Real* rows = tape.arena().array<Real>(spec.score_rows() * 2);
  const bool made =
      device->forward(spec, inputs_of(operands, d), {context, spec.queries * width, d, width}, rows);
  return made ? OnDevice{device, rows} : OnDevice{};
}

/// Throws std::invalid_argument if shapes do not fit each other or the spec.
void check_shapes(const AttentionSpec& spec, const Shape& query, const Shape& key, const Shape& value) {
  require_equal("attention: positions of the key", key[1], "positions of the value", value[1]);
  require_equal("attention: sequences of the key", key[0], "sequences of the query", query[0]);
  require_equal("attention: sequences of the value", value[0], "sequences of the query", query[0]);
  require_equal("attention: the remainder of heads divided by key heads", spec.heads % spec.key_value_heads,
                "the required value", 0);
  const auto lengths = count_of(spec.mask.key_lengths);
  if (lengths > 0) require_equal("attention: number of key lengths", lengths, "sequences", query[0]);
}

/// As in this pass: with the sizes of query [B,Tq,·] and key [B,Tk,·], and what the tape brings.
AttentionSpec spec_in_pass(Tape& tape, const AttentionSpec& given, const Shape& query, const Shape& key) {
  AttentionSpec spec = given;
  spec.batch = query[0], spec.queries = query[1], spec.keys = key[1];
  spec.mask = keep_mask(tape, given.mask);
  if (!tape.stochastic()) spec.dropout = 0;
  spec.dropout_key = spec.dropout > 0 ? tape.next_random_key() : 0;
  return spec;
}

}  // namespace

Variable attention(Tape& tape, AttentionOperand query, AttentionOperand key, AttentionOperand value,
                   const AttentionSpec& given) {
  check_shapes(given, query.tensor.shape(), key.tensor.shape(), value.tensor.shape());
  const AttentionSpec spec = spec_in_pass(tape, given, query.tensor.shape(), key.tensor.shape());
  Variable context = tape.make({spec.batch, spec.queries, spec.width()});
  const HeadViews operands = {view_of(query, query.tensor.data()), view_of(key, key.tensor.data()),
                              view_of(value, value.tensor.data())};
  const OnDevice made = on_device(tape, spec, operands, context.data());
  const bool ordinary = ordinary_cells(query.tensor, key.tensor, value.tensor);
  const Real* weights = made.device ? nullptr : on_processor(tape, spec, ordinary, operands, context.data());
  tape.record<Attention>(context, {query.tensor, key.tensor, value.tensor}, spec,
                         std::array<Index, 3>{query.column, key.column, value.column}, ordinary, weights,
                         made);
  return context;
}

}  // namespace attnlab
