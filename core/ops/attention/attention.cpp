// Attention in one operation, on the processor or on the device that the program uses.
#include "core/ops/attention/attention.h"

#include "core/ops/attention/attention_blocks.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/basic/dropout.h"
#include "core/ops/basic/explain.h"
#include "core/tensor/gemm.h"

namespace attnlab {

using namespace attention_blocks;

namespace {

/// All of it on the processor, but for what dropout does: weights [B,H,Tq,Tk].
void all_weights(const Sizes& s, const AttentionOptions& options, const HeadView& query, const HeadView& key,
                 Real* weights) {
  each_block(s, options.mask, [&](const QueryBlock& block) {
    block_weights(block, s, options, query, key, weights + block.place(s));
  });
}

template <typename Cell>
AttentionRows<Cell> rows_of(const HeadView& view, Index size) {
  return {view.data + view.column, view.positions * view.stride, size, view.stride};
}

AttentionJob job_of(const Sizes& s, const AttentionOptions& options, std::uint64_t dropout_key,
                    const std::array<HeadView, 3>& operands) {
  return {s.batch,
          s.heads,
          s.heads / s.shared,
          s.queries,
          s.keys,
          s.size,
          options.divisor,
          options.mask,
          options.dropout,
          dropout_key,
          options.slopes,
          rows_of<const Real>(operands[0], s.size),
          rows_of<const Real>(operands[1], s.size),
          rows_of<const Real>(operands[2], s.size)};
}

/// Where the device made the context: which one it was, and what its backward needs.
struct OnDevice {
  const AttentionDevice* device = nullptr;
  const Real* rows = nullptr;
};

class Attention final : public Operation {
 public:
  /// `weights` is null where a device made the context.
  Attention(Sizes sizes, AttentionOptions options, std::array<Index, 3> columns, const Real* weights,
            OnDevice on_device, std::uint64_t dropout_key)
      : sizes_(sizes),
        options_(options),
        columns_(columns),
        weights_(weights),
        on_device_(on_device),
        dropout_key_(dropout_key) {}
  std::string_view kind() const override { return "attention"; }

  void backward(Tape& tape) override {
    const std::array<HeadView, 3> gradients = {gradient_view(tape, 0), gradient_view(tape, 1),
                                               gradient_view(tape, 2)};
    if (backward_on_device(gradients)) return;
    if (!weights_) weights_ = weights_again(tape);
    const Index block_cells = kQueryBlock * sizes_.keys;
    Real* ds = tape.arena().array<Real>(block_cells);
    Real* dropped = options_.dropout > 0 ? tape.arena().array<Real>(block_cells) : nullptr;
    each_block(sizes_, options_.mask,
               [&](const QueryBlock& block) { block_backward(block, gradients, ds, dropped); });
  }

  Explanation explain(Index offset) const override {
    const Index width = sizes_.heads * sizes_.size;
    const Index column = offset % width, row = offset / width, h = column / sizes_.size;
    const Index b = row / sizes_.queries, q = row % sizes_.queries;
    const HeadView value = operand_view(2);
    const KeyRanges seen = options_.mask.seen(b, q, sizes_.keys);
    const QueryBlock block{b, h, q, 1, seen, seen.count()};
    std::vector<Real> again(static_cast<std::size_t>(sizes_.keys));
    if (!weights_) block_weights(block, sizes_, options_, operand_view(0), operand_view(1), again.data());
    const Real* weights = weights_ ? weights_ + block.place(sizes_) : again.data();
    std::vector<Expression> terms;
    for (const KeyRange& part : seen) {
      for (Index k = part.first; k < part.end; ++k) {
        const Index place =
            value.at(b, k, h / sizes_.shared, sizes_.size) - value.data + column % sizes_.size;
        terms.push_back(
            product({number(static_cast<double>(weights[k]), "weight"), cell(input(2).node(), place)}));
      }
    }
    return {"context[q,d] = Σ_k softmax_k(query[q]·key[k]/√D)·value[k,d]", sum(std::move(terms))};
  }

 private:
  HeadView operand_view(int i) const {
    return view_of({input(i), columns_[static_cast<std::size_t>(i)]}, input(i).data());
  }

  HeadView gradient_view(Tape& tape, int i) const {
    return view_of({input(i), columns_[static_cast<std::size_t>(i)]}, tape.gradient_to_add_to(input(i)));
  }

  bool backward_on_device(const std::array<HeadView, 3>& to) const {
    const std::shared_ptr<AttentionDevice> device = attention_device();
    if (!device || device.get() != on_device_.device) return false;
    const Index d = sizes_.size, width = sizes_.heads * d;
    const auto beside = [&](auto* data) {
      return AttentionRows<std::remove_pointer_t<decltype(data)>>{data, sizes_.queries * width, d, width};
    };
    const auto gradient_rows = [&](const HeadView& view) {
      return view.data ? rows_of<Real>(view, d) : AttentionRows<Real>();
    };
    const Real *context = output()->value, *gradient = output_gradient();
    return device->backward(
        job_of(sizes_, options_, dropout_key_, {operand_view(0), operand_view(1), operand_view(2)}),
        beside(context), on_device_.rows, beside(gradient),
        {gradient_rows(to[0]), gradient_rows(to[1]), gradient_rows(to[2])});
  }

  const Real* weights_again(Tape& tape) const {
    Real* weights = tape.arena().array<Real>(sizes_.batch * sizes_.heads * sizes_.queries * sizes_.keys);
    all_weights(sizes_, options_, operand_view(0), operand_view(1), weights);
    return weights;
  }

  void block_backward(const QueryBlock& block, const std::array<HeadView, 3>& to, Real* ds, Real* dropped) {
    const Index b = block.b, h = block.h, begin = block.begin, rows = block.rows, keys = block.keys;
    const Index d = sizes_.size, width = sizes_.heads * d, shared_head = h / sizes_.shared;
    const HeadView query = operand_view(0), key = operand_view(1), value = operand_view(2);
    const Real* weights = weights_ + block.place(sizes_);
    const Operand dout{output_gradient() + (b * sizes_.queries + begin) * width + h * d, width};

    block.seen.each_packed([&](KeyRange part, Index column) {
      gemm(rows, part.count(), d, dout, {value.at(b, part.first, shared_head, d), value.stride, true},
           ds + column, keys);
    });
    if (dropped) apply_dropout(block, weights, ds, dropped);
    block.seen.each_packed([&](KeyRange part, Index column) {
      const Operand used =
          dropped ? Operand{dropped + column, keys, true} : Operand{weights + part.first, sizes_.keys, true};
      if (to[2].data) {
        gemm(part.count(), d, rows, used, dout, to[2].at(b, part.first, shared_head, d), to[2].stride, true);
      }
    });
    for (Index row = 0; row < rows; ++row)
      softmax_backward(block, weights + row * sizes_.keys, ds + row * keys);
    block.seen.each_packed([&](KeyRange part, Index column) {
      const Index n = part.count();
      if (to[0].data) {
        gemm(rows, d, n, {ds + column, keys}, {key.at(b, part.first, shared_head, d), key.stride},
             to[0].at(b, begin, h, d), to[0].stride, true);
      }
      if (to[1].data) {
        gemm(n, d, rows, {ds + column, keys, true}, {query.at(b, begin, h, d), query.stride},
             to[1].at(b, part.first, shared_head, d), to[1].stride, true);
      }
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
      gradient = weight * (gradient - inner) * (Real(1) / options_.divisor);
    });
  }

  /// dropped = weights·factor, the weights that forward used; ds ← ds·factor.
  void apply_dropout(const QueryBlock& block, const Real* weights, Real* ds, Real* dropped) const {
    for (Index row = 0; row < block.rows; ++row) {
      const Index first = row * sizes_.keys;
      block.seen.each_packed([&](KeyRange part, Index column) {
        for (Index k = part.first; k < part.end; ++k) {
          const Real factor = dropout_factor(dropout_key_, block.place(sizes_) + first + k, options_.dropout);
          const Index packed = row * block.keys + column + k - part.first;
          dropped[packed] = weights[first + k] * factor;
          ds[packed] *= factor;
        }
      });
    }
  }

  Sizes sizes_;
  AttentionOptions options_;
  std::array<Index, 3> columns_;
  const Real* weights_;
  OnDevice on_device_;
  std::uint64_t dropout_key_;
};

/// context [rows,D] = weights·V of one block, or dropped·V, where there is dropout.
void weigh_values(const QueryBlock& block, const Sizes& s, const Real* weights, const Real* dropped,
                  const HeadView& value, Real* context, Index stride) {
  if (block.seen.empty())
    for (Index row = 0; row < block.rows; ++row) std::fill_n(context + row * stride, s.size, Real(0));
  block.seen.each_packed([&](KeyRange part, Index column) {
    const Operand used =
        dropped ? Operand{dropped + column, block.keys} : Operand{weights + part.first, s.keys};
    gemm(block.rows, s.size, part.count(), used,
         {value.at(block.b, part.first, block.h / s.shared, s.size), value.stride}, context, stride,
         column > 0);
  });
}

/// The context on the processor; returns the weights.
const Real* on_processor(Tape& tape, const Sizes& s, const AttentionOptions& options,
                         std::uint64_t dropout_key, const std::array<HeadView, 3>& operands, Real* context) {
  const HeadView &q = operands[0], &k = operands[1], &v = operands[2];
  const Index width = s.heads * s.size;
  Real* weights = tape.arena().array<Real>(s.batch * s.heads * s.queries * s.keys);
  Real* scratch = options.dropout > 0 ? tape.arena().array<Real>(kQueryBlock * s.keys) : nullptr;
  each_block(s, options.mask, [&](const QueryBlock& block) {
    Real* own = weights + block.place(s);
    block_weights(block, s, options, q, k, own);
    if (scratch) drop_weights(block, s, options.dropout, dropout_key, own, scratch);
    weigh_values(block, s, own, scratch, v,
                 context + (block.b * s.queries + block.begin) * width + block.h * s.size, width);
  });
  return weights;
}

/// The context on the program's device; no device in what it returns where there is none, or it did not.
OnDevice on_device(Tape& tape, const Sizes& s, const AttentionOptions& options, std::uint64_t dropout_key,
                   const std::array<HeadView, 3>& operands, Real* context) {
  const std::shared_ptr<AttentionDevice> device = attention_device();
  if (!device) return {};
  const Index width = s.heads * s.size;
  Real* rows = tape.arena().array<Real>(s.batch * s.heads * s.queries * 2);
  const bool made = device->forward(job_of(s, options, dropout_key, operands),
                                    {context, s.queries * width, s.size, width}, rows);
  return made ? OnDevice{device.get(), rows} : OnDevice{};
}

Sizes sizes_of(const Shape& query, const Shape& key, const Shape& value, const AttentionOptions& options) {
  const Index key_heads = options.key_value_heads > 0 ? options.key_value_heads : options.heads;
  require_equal("attention: positions of the key", key[1], "positions of the value", value[1]);
  require_equal("attention: sequences of the key", key[0], "sequences of the query", query[0]);
  require_equal("attention: sequences of the value", value[0], "sequences of the query", query[0]);
  require_equal("attention: remainder of heads by those of the key", options.heads % key_heads,
                "what it must be", 0);
  const auto lengths = static_cast<Index>(options.mask.key_lengths.size());
  if (lengths > 0) require_equal("attention: number of key lengths", lengths, "sequences", query[0]);
  return {query[0], options.heads, query[1], key[1], options.head_size, options.heads / key_heads};
}

}  // namespace

Variable attention(Tape& tape, AttentionOperand query, AttentionOperand key, AttentionOperand value,
                   const AttentionOptions& given) {
  AttentionOptions options = given;
  if (!tape.stochastic()) options.dropout = 0;
  options.mask = keep_mask(tape, given.mask);
  const Sizes s = sizes_of(query.tensor.shape(), key.tensor.shape(), value.tensor.shape(), options);
  Variable context = tape.make({s.batch, s.queries, s.heads * s.size});
  const std::uint64_t dropout_key = options.dropout > 0 ? tape.next_random_key() : 0;
  const std::array<HeadView, 3> operands = {view_of(query, query.tensor.data()),
                                            view_of(key, key.tensor.data()),
                                            view_of(value, value.tensor.data())};
  const OnDevice made = on_device(tape, s, options, dropout_key, operands, context.data());
  const Real* weights =
      made.device ? nullptr : on_processor(tape, s, options, dropout_key, operands, context.data());
  tape.record<Attention>(context, {query.tensor, key.tensor, value.tensor}, s, options,
                         std::array<Index, 3>{query.column, key.column, value.column}, weights, made,
                         dropout_key);
  return context;
}

}  // namespace attnlab
