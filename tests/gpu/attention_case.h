// AttentionCase: one attention with its inputs and expected outputs.
#pragma once

#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "core/gpu/attention.h"
#include "core/tensor/random.h"

namespace attnlab::testing {

/// Sizes and inputs; tensors are [B,H,T,D] (keys and values [B,Hk,Tk,D]).
struct AttentionCase {
  Index batch = 1, heads = 1, key_heads = 1, queries = 1, keys = 1, size = 1;
  float divisor = 1;
  bool causal = false;
  MaskRule rule{};
  Index start = 0;
  std::vector<Index> lengths;
  enum class Painted { None, Plane, Sequences, Heads } painted = Painted::None;
  std::vector<float> painted_cells;  ///< [Tq,Tk], [B,Tq,Tk] or [B,H,Tq,Tk]
  std::vector<float> slopes;
  std::vector<float> rotary;
  double dropout = 0;
  std::uint64_t random_key = 0;  ///< of the pass
  bool side_by_side = false;     ///< on the GPU as columns of [B,T,·] rather than as [B,H,T,D]
  std::vector<float> query, key, value, context_gradient;

  AttentionMask mask() const { return {causal, lengths, rule, start}; }
  /// What the GPU and the processor's operations are given; its spans are the case's.
  AttentionSpec spec() const;
  float painted_at(Index b, Index h, Index q, Index k) const;
  /// The key of the pass's first random operation.
  std::uint64_t dropout_key() const { return join_keys(random_key, 0); }
  std::string text() const;
};

/// Everything that attention computes, in the order and layout of the case's tensors.
template <typename Number>
struct AttentionValues {
  std::vector<Number> context{}, query_gradient{}, key_gradient{}, value_gradient{};
  std::vector<Number> rotated_query{}, rotated_key{}, scores{}, scaled{}, biased{}, masked{}, weights{};
  std::vector<Number> weights_gradient{}, masked_gradient{}, scores_gradient{}, rotated_query_gradient{},
      rotated_key_gradient{};
  /// In the reference: sums of the magnitudes of a gradient's terms.
  std::vector<Number> query_gradient_terms{}, key_gradient_terms{}, masked_gradient_terms{},
      scores_gradient_terms{};
};

/// The random cases of the seeds from `first` to before `end`: most are tested by suites
/// named Every.
struct RandomCases {
  std::uint64_t first = 0, end = 0;
  friend void PrintTo(const RandomCases& cases, std::ostream* out) {
    *out << cases.first << " to " << cases.end - 1;
  }
};

/// Random sizes up to 150 positions and three in five head sizes no multiple of 4, every mask and position in
/// every combination; drawn from `seed`.
AttentionCase random_case(std::uint64_t seed);
/// A random case with scores to ±10⁴, far apart or (`near`) in two heaps of neighbours. Inputs are multiples
/// of 1/8, so that scores are exact in float: only so can 1e-5 be asked of a softmax whose scores round to
/// 1e-3 otherwise.
AttentionCase random_case_of_large_scores(std::uint64_t seed, bool near);

/// The same case, with dropout for every fourth seed.
AttentionCase with_dropout(AttentionCase c, std::uint64_t seed);

/// The values computed by plain loops in double precision.
AttentionValues<double> reference(const AttentionCase& c);
/// The values computed by core/ops in float: `context` and the gradients of the operands.
AttentionValues<float> on_cpu(const AttentionCase& c);

/// The largest difference in each of `planes` equal parts, over the largest number there of `truth`, or of a
/// sixteenth of `terms`; the largest of these. Infinite for a NaN or an infinity that should not be.
double relative_error(std::span<const float> got, std::span<const double> truth, Index planes,
                      std::span<const double> terms = {});

}  // namespace attnlab::testing
