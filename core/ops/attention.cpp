// Attention in one operation: blocks of queries against the keys that they may see.
#include "core/ops/attention.h"

#include "core/ops/distance_bias.h"
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
  Index shared;  ///< heads that one head of the keys serves
};

/// A block of queries of one head, and the range of keys that some of them see.
struct Block {
  Index b, h, begin, rows, first, keys;

  /// Place of the block's first weight in [B,H,Tq,Tk].
  Index place(const Sizes& s) const { return ((b * s.heads + h) * s.queries + begin) * s.keys + first; }
};

template <typename F>
void each_block(const Sizes& s, const AttentionMask& mask, F work) {
  for (Index b = 0; b < s.batch; ++b) {
    for (Index h = 0; h < s.heads; ++h) {
      for (Index begin = 0; begin < s.queries; begin += kQueryBlock) {
        const Index rows = std::min(kQueryBlock, s.queries - begin);
        const Index first = mask.first_key(begin);
        const Index end = mask.visible_keys(b, begin + rows - 1, s.keys);
        work(Block{b, h, begin, rows, first, std::max<Index>(0, end - first)});
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
    const Index end = options_.mask.visible_keys(b, q, sizes_.keys);
    for (Index k = options_.mask.first_key(q); k < end; ++k) {
      const Real weight = weights_[((b * sizes_.heads + h) * sizes_.queries + q) * sizes_.keys + k];
      const Index place = value.at(b, k, h / sizes_.shared, sizes_.size) - value.data + column % sizes_.size;
      terms.push_back(product({number(static_cast<double>(weight), "weight"), cell(input(2).node(), place)}));
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

  void block_backward(const Block& block, const std::array<HeadView, 3>& to, Real* ds, Real* dropped) {
    const auto [b, h, begin, rows, first, keys] = block;
    const Index d = sizes_.size, width = sizes_.heads * d, shared_head = h / sizes_.shared;
    const HeadView query = operand_view(0), key = operand_view(1), value = operand_view(2);
    const Real* weights = weights_ + block.place(sizes_);
    const Operand dout{output_gradient() + (b * sizes_.queries + begin) * width + h * d, width};

    gemm(rows, keys, d, dout, {value.at(b, first, shared_head, d), value.stride, true}, ds, keys);
    const Real* used = weights;
    Index used_stride = sizes_.keys;
    if (dropped) {
      apply_dropout(block.place(sizes_), rows, keys, weights, ds, dropped);
      used = dropped;
      used_stride = keys;
    }
    if (to[2].data) {
      gemm(keys, d, rows, {used, used_stride, true}, dout, to[2].at(b, first, shared_head, d), to[2].stride,
           true);
    }
    for (Index row = 0; row < rows; ++row) {
      ArrayMap gradient(ds + row * keys, keys);
      const ConstArrayMap weight(weights + row * sizes_.keys, keys);
      gradient = weight * (gradient - (gradient * weight).sum()) * (Real(1) / options_.divisor);
    }
    if (to[0].data) {
      gemm(rows, d, keys, {ds, keys}, {key.at(b, first, shared_head, d), key.stride},
           to[0].at(b, begin, h, d), to[0].stride, true);
    }
    if (to[1].data) {
      gemm(keys, d, rows, {ds, keys, true}, {query.at(b, begin, h, d), query.stride},
           to[1].at(b, first, shared_head, d), to[1].stride, true);
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
       {key.at(block.b, block.first, block.h / s.shared, s.size), key.stride, true}, weights, s.keys, false,
       Real(1) / options.divisor);
  for (Index row = 0; row < block.rows; ++row) {
    Real* cells = weights + row * s.keys;
    const Index q = block.begin + row;
    if (!options.slopes.empty()) {
      subtract_distances(options.slopes[static_cast<std::size_t>(block.h)], options.mask.start + q,
                         block.first, block.keys, cells);
    }
    // Hidden cells become −∞, and so 0: whole vectors are faster than a row that ends anywhere.
    hide_keys(options.mask, block.b, q, block.first, block.keys, cells);
    softmax_row(cells, block.keys);
  }
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
  options.mask = keep_mask(tape, given.mask);
  const Sizes s = sizes_of(query.tensor.shape(), key.tensor.shape(), value.tensor.shape(), options);
  const Index width = s.heads * s.size;
  Variable context = tape.make({s.batch, s.queries, width});
  Real* weights = tape.arena().array<Real>(s.batch * s.heads * s.queries * s.keys);
  Real* scratch = options.dropout > 0 ? tape.arena().array<Real>(kQueryBlock * s.keys) : nullptr;
  const std::uint64_t dropout_key = options.dropout > 0 ? tape.next_random_key() : 0;
  const HeadView q = view_of(query, query.tensor.data()), k = view_of(key, key.tensor.data()),
                 v = view_of(value, value.tensor.data());
  each_block(s, options.mask, [&](const Block& block) {
    const Index place = block.place(s);
    block_weights(block, s, options, q, k, weights + place);
    Operand used{weights + place, s.keys};
    if (scratch) {
      drop_weights(block, s, options.dropout, dropout_key, place, weights + place, scratch);
      used = {scratch, block.keys};
    }
    gemm(block.rows, s.size, block.keys, used,
         {v.at(block.b, block.first, block.h / s.shared, s.size), v.stride},
         context.data() + (block.b * s.queries + block.begin) * width + block.h * s.size, width);
  });
  tape.record<Attention>(context, {query.tensor, key.tensor, value.tensor}, s, options,
                         std::array<Index, 3>{query.column, key.column, value.column}, weights, dropout_key);
  return context;
}

}  // namespace attnlab
