// Attention over kept keys: one query of one head at a time, as generation has few queries.
#include "core/ops/attention/cached_attention.h"

#include <algorithm>

#include "core/autograd/cells.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/softmax.h"
#include "core/tensor/weighing.h"

namespace attnlab {

namespace {

using StridedRows = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
using VectorMap = Eigen::Map<Eigen::Matrix<Real, Eigen::Dynamic, 1>>;
using ConstVector = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, 1>>;

void copy_rows(AttentionOperand from, Index width, Index first, Index capacity, Real* to) {
  const Shape& shape = from.tensor.shape();
  for (Index b = 0; b < shape[0]; ++b) {
    for (Index t = 0; t < shape[1]; ++t) {
      const Real* row = from.tensor.data() + (b * shape[1] + t) * shape[2] + from.column;
      std::copy_n(row, width, to + (b * capacity + first + t) * width);
    }
  }
}

/// A single new position is not worth using a device: sending the keys alone takes longer.
bool on_device(Tape& tape, const AttentionOperand& query, const CachedKeys& cache, const AttentionSpec& spec,
               Real* context) {
  AttentionDevice* const device = tape.device();
  if (!device || spec.queries < 2) return false;
  const Index d = spec.head_size, width = spec.width(), key_width = spec.key_width();
  const Index stride = query.tensor.shape()[2];
  const AttentionInputs in = {{query.tensor.data() + query.column, spec.queries * stride, d, stride},
                              {cache.keys, cache.capacity * key_width, d, key_width},
                              {cache.values, cache.capacity * key_width, d, key_width}};
  Real* rows = tape.arena().array<Real>(spec.score_rows() * 2);
  return device->forward(spec, in, {context, spec.queries * width, d, width}, rows);
}

/// `given` with the sizes of query [B,Tq,·] and of what is kept.
AttentionSpec spec_of_cached(const AttentionSpec& given, const Shape& query, const CachedKeys& cache) {
  AttentionSpec spec = given;
  spec.batch = query[0], spec.queries = query[1], spec.keys = cache.count;
  spec.dropout = 0;
  return spec;
}

}  // namespace

CachedKeys append_keys(const CachedKeys& cache, AttentionOperand key, AttentionOperand value,
                       const AttentionSpec& spec) {
  const Index width = spec.key_width(), first = spec.mask.start;
  copy_rows(key, width, first, cache.capacity, cache.keys);
  copy_rows(value, width, first, cache.capacity, cache.values);
  CachedKeys longer = cache;
  longer.count = first + key.tensor.shape()[1];
  return longer;
}

Variable cached_attention(Tape& tape, AttentionOperand query, const CachedKeys& cache,
                          const AttentionSpec& given, Variable bias) {
  const AttentionSpec spec = spec_of_cached(given, query.tensor.shape(), cache);
  const Index queries = spec.queries, d = spec.head_size, width = spec.width();
  const Index key_width = spec.key_width(), shared = spec.shared_heads();
  const Index stride = query.tensor.shape()[2];
  const Variable context = tape.make({spec.batch, queries, width});
  if (!bias && on_device(tape, query, cache, spec, context.data())) return context;
  Real* weights = tape.arena().array<Real>(spec.keys);
  for (Index b = 0; b < spec.batch; ++b) {
    for (Index q = 0; q < queries; ++q) {
      const KeyRanges seen = spec.mask.seen(b, q, spec.keys);
      for (Index h = 0; h < spec.heads; ++h) {
        const ConstVector asked(query.tensor.data() + (b * queries + q) * stride + query.column + h * d, d);
        VectorMap made(context.data() + (b * queries + q) * width + h * d, d);
        const auto rows = [&](const Real* kept, KeyRange part) {
          const Index place = (b * cache.capacity + part.first) * key_width + h / shared * d;
          return StridedRows(kept + place, part.count(), d, Eigen::OuterStride<>(key_width));
        };
        seen.each_packed([&](KeyRange part, Index column) {
          VectorMap scores(weights + column, part.count());
          scores.noalias() = rows(cache.keys, part) * asked;
          scores *= spec.scale();
          if (!spec.slopes.empty()) {
            subtract_distances(spec.slopes[h], spec.mask.start + q, part.first, part.count(), scores.data());
          }
          if (bias)
            scores += ConstVector(bias.data() + (h * queries + q) * spec.keys + part.first, part.count());
        });
        softmax_row(weights, seen.count());
        made.setZero();
        seen.each_packed([&](KeyRange part, Index column) {
          made.noalias() += rows(cache.values, part).transpose() * VectorMap(weights + column, part.count());
        });
        if (made.allFinite()) continue;
        seen.each_packed([&](KeyRange part, Index column) {
          weigh_odd(1, d, part.count(), {weights + column, part.count()},
                    {rows(cache.values, part).data(), key_width}, made.data(), d, add_if(column > 0));
        });
      }
    }
  }
  return context;
}

}  // namespace attnlab
