// Attention in one operation: blocks of queries against the keys that they may see.
#include "core/ops/attention.h"

#include <limits>

#include "core/ops/dropout.h"
#include "core/ops/explain.h"
#include "core/ops/softmax.h"
#include "core/tensor/gemm.h"

namespace attnlab {

namespace {

constexpr Index kQueryBlock = 32;

/// One operand with its row stride, and where head (b,h) begins.
struct HeadView {
  Real* data;
  Index positions, stride, column;

  Real* at(Index b, Index row, Index h, Index d) const {
    return data + (b * positions + row) * stride + column + h * d;
  }
};

HeadView view_of(const AttentionOperand& operand, Real* data) {
  const Shape& shape = operand.tensor.shape();
  return {data, shape[1], shape[2], operand.column};
}

struct Sizes {
  Index batch, heads, queries, keys, size;
};

/// A block of queries of one head, and how many keys the last of them sees.
struct Block {
  Index b, h, begin, rows, keys;
};

template <typename F>
void each_block(const Sizes& s, const AttentionMask& mask, F work) {
  for (Index b = 0; b < s.batch; ++b) {
    for (Index h = 0; h < s.heads; ++h) {
      for (Index begin = 0; begin < s.queries; begin += kQueryBlock) {
        const Index rows = std::min(kQueryBlock, s.queries - begin);
        work(Block{b, h, begin, rows, mask.visible_keys(b, begin + rows - 1, s.keys)});
      }
    }
  }
}

class Attention final : public Operation {
 public:
  Attention(Sizes sizes, AttentionOptions options, std::array<Index, 3> columns, const Real* weights,
            std::uint64_t dropout_key)
      : sizes_(sizes), options_(options), columns_(columns), weights_(weights), dropout_key_(dropout_key) {}
  std::string_view kind() const override { return "attention"; }

  void backward(Tape& tape) override {
    const std::array<HeadView, 3> gradients = {gradient_view(tape, 0), gradient_view(tape, 1),
                                               gradient_view(tape, 2)};
    const Index block_cells = kQueryBlock * sizes_.keys;
    Real* ds = tape.arena().array<Real>(block_cells);
    Real* dropped = options_.dropout > 0 ? tape.arena().array<Real>(block_cells) : nullptr;
    each_block(sizes_, options_.mask,
               [&](const Block& block) { block_backward(block, gradients, ds, dropped); });
  }

  Explanation explain(Index offset) const override {
    const Index width = sizes_.heads * sizes_.size;
    const Index column = offset % width, row = offset / width, h = column / sizes_.size;
    const Index b = row / sizes_.queries, q = row % sizes_.queries;
    const HeadView value = operand_view(2);
    std::vector<Expression> terms;
    for (Index k = 0; k < options_.mask.visible_keys(b, q, sizes_.keys); ++k) {
      const Real weight = weights_[((b * sizes_.heads + h) * sizes_.queries + q) * sizes_.keys + k];
      const Index place = value.at(b, k, h, sizes_.size) - value.data + column % sizes_.size;
      terms.push_back(product({number(static_cast<double>(weight), "weight"), cell(input(2).node(), place)}));
    }
    return {"context[q,d] = Σ_k softmax_k(query[q]·key[k]/√D)·value[k,d]", sum(std::move(terms))};
  }

 private:
  HeadView operand_view(int i) const {
    return view_of({input(i), columns_[static_cast<std::size_t>(i)]}, input(i).data());
  }

  HeadView gradient_view(Tape& tape, int i) const {
    const GradientSlot slot = tape.gradient(input(i));
    if (slot.data && !slot.accumulate) array(slot.data, input(i).size()).setZero();
    return view_of({input(i), columns_[static_cast<std::size_t>(i)]}, slot.data);
  }

  void block_backward(const Block& block, const std::array<HeadView, 3>& to, Real* ds, Real* dropped) {
    const auto [b, h, begin, rows, keys] = block;
    const Index d = sizes_.size, width = sizes_.heads * d;
    const HeadView query = operand_view(0), key = operand_view(1), value = operand_view(2);
    const Index first = ((b * sizes_.heads + h) * sizes_.queries + begin) * sizes_.keys;
    const Real* weights = weights_ + first;
    const Operand dout{output_gradient() + (b * sizes_.queries + begin) * width + h * d, width};

    gemm(rows, keys, d, dout, {value.at(b, 0, h, d), value.stride, true}, ds, keys);
    const Real* used = weights;
    Index used_stride = sizes_.keys;
    if (dropped) {
      apply_dropout(first, rows, keys, weights, ds, dropped);
      used = dropped;
      used_stride = keys;
    }
    if (to[2].data) {
      gemm(keys, d, rows, {used, used_stride, true}, dout, to[2].at(b, 0, h, d), to[2].stride, true);
    }
    for (Index row = 0; row < rows; ++row) {
      ArrayMap gradient(ds + row * keys, keys);
      const ConstArrayMap weight(weights + row * sizes_.keys, keys);
      gradient = weight * (gradient - (gradient * weight).sum()) * (Real(1) / options_.divisor);
    }
    if (to[0].data) {
      gemm(rows, d, keys, {ds, keys}, {key.at(b, 0, h, d), key.stride}, to[0].at(b, begin, h, d),
           to[0].stride, true);
    }
    if (to[1].data) {
      gemm(keys, d, rows, {ds, keys, true}, {query.at(b, begin, h, d), query.stride}, to[1].at(b, 0, h, d),
           to[1].stride, true);
    }
  }

  /// dropped = weights·factor, the weights that forward used; ds ← ds·factor.
  void apply_dropout(Index first, Index rows, Index keys, const Real* weights, Real* ds,
                     Real* dropped) const {
    for (Index row = 0; row < rows; ++row) {
      for (Index k = 0; k < keys; ++k) {
        const Real factor = dropout_factor(dropout_key_, first + row * sizes_.keys + k, options_.dropout);
        dropped[row * keys + k] = weights[row * sizes_.keys + k] * factor;
        ds[row * keys + k] *= factor;
      }
    }
  }

  Sizes sizes_;
  AttentionOptions options_;
  std::array<Index, 3> columns_;
  const Real* weights_;
  std::uint64_t dropout_key_;
};

/// Scores and softmax of one block, into its rows of `weights` (stride: all keys).
void block_weights(const Block& block, const Sizes& s, const AttentionOptions& options, const HeadView& query,
                   const HeadView& key, Real* weights) {
  gemm(block.rows, block.keys, s.size, {query.at(block.b, block.begin, block.h, s.size), query.stride},
       {key.at(block.b, 0, block.h, s.size), key.stride, true}, weights, s.keys, false,
       Real(1) / options.divisor);
  for (Index row = 0; row < block.rows; ++row) {
    Real* cells = weights + row * s.keys;
    const Index visible = options.mask.visible_keys(block.b, block.begin + row, s.keys);
    // Hidden cells become −∞, and so 0: whole vectors are faster than a row that ends anywhere.
    std::fill(cells + visible, cells + block.keys, -std::numeric_limits<Real>::infinity());
    softmax_row(cells, block.keys);
  }
}

/// A copy of the block's weights after dropout, in `scratch` (stride: the block's keys).
void drop_weights(const Block& block, const Sizes& s, double rate, std::uint64_t key, Index first,
                  const Real* weights, Real* scratch) {
  for (Index row = 0; row < block.rows; ++row) {
    for (Index k = 0; k < block.keys; ++k) {
      const Index place = row * s.keys + k;
      scratch[row * block.keys + k] = weights[place] * dropout_factor(key, first + place, rate);
    }
  }
}

}  // namespace

Variable attention(Tape& tape, AttentionOperand query, AttentionOperand key, AttentionOperand value,
                   const AttentionOptions& given) {
  AttentionOptions options = given;
  if (!tape.stochastic()) options.dropout = 0;
  const Shape &qs = query.tensor.shape(), &ks = key.tensor.shape();
  const Sizes s{qs[0], options.heads, qs[1], ks[1], options.head_size};
  require_equal("attention: positions of the key", ks[1], "positions of the value", value.tensor.shape()[1]);
  require_equal("attention: sequences of the key", ks[0], "sequences of the query", qs[0]);
  require_equal("attention: sequences of the value", value.tensor.shape()[0], "sequences of the query",
                qs[0]);
  const Index width = s.heads * s.size;
  Variable context = tape.make({s.batch, s.queries, width});
  Real* weights = tape.arena().array<Real>(s.batch * s.heads * s.queries * s.keys);
  Real* scratch = options.dropout > 0 ? tape.arena().array<Real>(kQueryBlock * s.keys) : nullptr;
  const std::uint64_t dropout_key = options.dropout > 0 ? tape.next_random_key() : 0;
  if (!options.mask.key_lengths.empty()) {
    require_equal("attention: number of key lengths", static_cast<Index>(options.mask.key_lengths.size()),
                  "sequences", s.batch);
    Index* lengths = tape.arena().array<Index>(s.batch);
    std::copy_n(options.mask.key_lengths.begin(), s.batch, lengths);
    options.mask.key_lengths = {lengths, static_cast<std::size_t>(s.batch)};
  }
  const HeadView q = view_of(query, query.tensor.data()), k = view_of(key, key.tensor.data()),
                 v = view_of(value, value.tensor.data());
  each_block(s, options.mask, [&](const Block& block) {
    const Index first = ((block.b * s.heads + block.h) * s.queries + block.begin) * s.keys;
    Real* rows = weights + first;
    block_weights(block, s, options, q, k, rows);
    Operand used{rows, s.keys};
    if (scratch) {
      drop_weights(block, s, options.dropout, dropout_key, first, rows, scratch);
      used = {scratch, block.keys};
    }
    gemm(block.rows, s.size, block.keys, used, {v.at(block.b, 0, block.h, s.size), v.stride},
         context.data() + (block.b * s.queries + block.begin) * width + block.h * s.size, width);
  });
  tape.record<Attention>(context, {query.tensor, key.tensor, value.tensor}, s, options,
                         std::array<Index, 3>{query.column, key.column, value.column}, weights, dropout_key);
  return context;
}

}  // namespace attnlab
