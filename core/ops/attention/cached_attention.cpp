// Attention over kept keys: one query of one head at a time, as generation has few queries.
#include "core/ops/attention/cached_attention.h"

#include <algorithm>

#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/softmax.h"

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

/// A single new position is no work for a device: its keys alone take longer to send.
bool on_device(Tape& tape, const AttentionOperand& query, const CachedKeys& cache,
               const AttentionOptions& options, Real* context) {
  const Shape& shape = query.tensor.shape();
  const std::shared_ptr<AttentionDevice> device = attention_device();
  if (!device || shape[1] < 2) return false;
  AttentionJob job;
  job.batch = shape[0], job.heads = options.heads, job.queries = shape[1];
  job.key_value_heads = options.key_value_heads > 0 ? options.key_value_heads : options.heads;
  job.keys = cache.count, job.head_size = options.head_size;
  job.divisor = options.divisor, job.mask = options.mask, job.slopes = options.slopes;
  const Index d = options.head_size, width = options.heads * d, key_width = job.key_value_heads * d;
  job.query = {query.tensor.data() + query.column, shape[1] * shape[2], d, shape[2]};
  job.key = {cache.keys, cache.capacity * key_width, d, key_width};
  job.value = {cache.values, cache.capacity * key_width, d, key_width};
  Real* rows = tape.arena().array<Real>(job.batch * job.heads * job.queries * 2);
  return device->forward(job, {context, job.queries * width, d, width}, rows);
}

}  // namespace

CachedKeys append_keys(const CachedKeys& cache, AttentionOperand key, AttentionOperand value, Index width,
                       Index first) {
  copy_rows(key, width, first, cache.capacity, cache.keys);
  copy_rows(value, width, first, cache.capacity, cache.values);
  CachedKeys longer = cache;
  longer.count = first + key.tensor.shape()[1];
  return longer;
}

Variable cached_attention(Tape& tape, AttentionOperand query, const CachedKeys& cache,
                          const AttentionOptions& options, Variable bias) {
  const Shape& shape = query.tensor.shape();
  const Index batch = shape[0], queries = shape[1], d = options.head_size, width = options.heads * d;
  const Index key_heads = options.key_value_heads > 0 ? options.key_value_heads : options.heads;
  const Index key_width = key_heads * d, shared = options.heads / key_heads;
  const Variable context = tape.make({batch, queries, width});
  if (!bias && on_device(tape, query, cache, options, context.data())) return context;
  Real* weights = tape.arena().array<Real>(cache.count);
  for (Index b = 0; b < batch; ++b) {
    for (Index q = 0; q < queries; ++q) {
      const KeyRanges seen = options.mask.seen(b, q, cache.count);
      for (Index h = 0; h < options.heads; ++h) {
        const ConstVector asked(query.tensor.data() + (b * queries + q) * shape[2] + query.column + h * d, d);
        VectorMap made(context.data() + (b * queries + q) * width + h * d, d);
        const auto rows = [&](const Real* kept, KeyRange part) {
          const Index place = (b * cache.capacity + part.first) * key_width + h / shared * d;
          return StridedRows(kept + place, part.count(), d, Eigen::OuterStride<>(key_width));
        };
        seen.each_packed([&](KeyRange part, Index column) {
          VectorMap scores(weights + column, part.count());
          scores.noalias() = rows(cache.keys, part) * asked * (Real(1) / options.divisor);
          if (!options.slopes.empty()) {
            subtract_distances(options.slopes[static_cast<std::size_t>(h)], options.mask.start + q,
                               part.first, part.count(), scores.data());
          }
          if (bias)
            scores += ConstVector(bias.data() + (h * queries + q) * cache.count + part.first, part.count());
        });
        softmax_row(weights, seen.count());
        made.setZero();
        seen.each_packed([&](KeyRange part, Index column) {
          made.noalias() += rows(cache.values, part).transpose() * VectorMap(weights + column, part.count());
        });
      }
    }
  }
  return context;
}

}  // namespace attnlab
