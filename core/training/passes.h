// Passes: the examples that a step takes, and how they go through the model piece by piece.
#pragma once

#include "core/models/model.h"
#include "core/tensor/random.h"

namespace attnlab {

/// Streams of random numbers that one seed gives.
enum class Purpose : std::uint64_t { Batch = 1, Dropout = 2, Validation = 3 };

inline std::uint64_t key_for(Index seed, Purpose purpose, Index step) {
  return join_keys(join_keys(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(purpose)),
                   static_cast<std::uint64_t>(step));
}

/// The key of a batch of held-out examples, equal in every run.
inline std::uint64_t validation_key(Index batch) { return key_for(0, Purpose::Validation, batch); }

/// Sequences that pass through the model at once. A batch goes through in pieces, so that a piece's values
/// stay in the second-level cache; the least tokens of a piece keep the matrix products efficient.
Index rows_a_pass(const Model& model, const Batch& batch);

/// Sequences `begin` … `begin + rows − 1` of `batch`. Allocates nothing once `part` has been as large before.
void take_rows(const Batch& batch, Index begin, Index rows, Batch& part);

}  // namespace attnlab
