// A job of the program as the kernels take it: sizes, and what is to be done.
#pragma once

#include "core/gpu/attention.h"
#include "core/gpu/packed_rows.h"

namespace attnlab {

/// Of queries, their context and its gradient.
inline PackedSizes query_sizes(const AttentionJob& job) {
  return {job.batch, job.heads, job.queries, job.head_size};
}
/// Of keys and of values.
inline PackedSizes key_sizes(const AttentionJob& job) {
  return {job.batch, job.key_value_heads, job.keys, job.head_size};
}

/// Of a tensor without gaps.
inline std::size_t floats_of(const PackedSizes& s) { return static_cast<std::size_t>(s.cells()); }
/// Of what forward keeps of each query.
inline std::size_t row_floats(const AttentionJob& job) {
  return static_cast<std::size_t>(job.batch * job.heads * job.queries * 2);
}
/// Of the scores.
inline std::size_t score_floats(const AttentionJob& job) {
  return static_cast<std::size_t>(job.batch * job.heads * job.queries * job.keys);
}

/// Its spans are the job's.
inline GpuAttention attention_of(const AttentionJob& job) {
  GpuAttention how;
  how.batch = job.batch, how.heads = job.heads, how.key_value_heads = job.key_value_heads;
  how.queries = job.queries, how.keys = job.keys, how.head_size = job.head_size;
  how.divisor = job.divisor;
  how.mask = job.mask;
  how.slopes = job.slopes;
  how.dropout = job.dropout, how.dropout_key = job.dropout_key;
  return how;
}

}  // namespace attnlab
