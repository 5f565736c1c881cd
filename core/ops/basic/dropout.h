// Dropout: in training, some cells are zeroed and the rest scaled up.
#pragma once

#include <cmath>

#include "core/autograd/tape.h"
#include "core/tensor/random.h"

namespace attnlab {

/// Each cell is kept with probability 1−rate and divided by it, else 0 (Srivastava et al. 2014). The
/// choices depend only on the tape's random key and the cell's place. Returns x itself where the rate is 0
/// or the tape is not stochastic (evaluation, tracing).
Variable dropout(Tape& tape, Variable x, double rate);

/// What dropout multiplies each cell with: 1/(1−rate), or 0 where the cell's uniform number is below the
/// rate.
class DropoutFactors {
 public:
  DropoutFactors(std::uint64_t key, double rate)
      : key_(key),
        least_(static_cast<std::uint64_t>(std::ceil(rate * 0x1p53))),
        kept_(Real(1 / (1 - rate))) {}

  /// Compares whole numbers, so that a loop over cells is compiled to vectors.
  Real operator[](Index cell) const {
    return mix64(key_ ^ mix64(static_cast<std::uint64_t>(cell))) >> 11 < least_ ? Real(0) : kept_;
  }

 private:
  std::uint64_t key_;
  std::uint64_t least_;  ///< of the 53 bits of a number whose cell is kept
  Real kept_;
};

/// One of the DropoutFactors.
inline Real dropout_factor(std::uint64_t key, Index cell, double rate) {
  return DropoutFactors(key, rate)[cell];
}

}  // namespace attnlab
