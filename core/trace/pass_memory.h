// Pass memory: what a recorded pass keeps, what of it lies in a file, and which gradients it leaves out.
#pragma once

#include <optional>
#include <string>

#include "core/tensor/real.h"

namespace attnlab {

class Tape;

/// Bytes of one pass beside its weights.
struct PassMemory {
  Index values = 0;     ///< of every value, named or not, with the operations between them
  Index gradients = 0;  ///< that backward kept
  Index left_out = 0;   ///< of gradients that are computed when they are first read
  Index in_file = 0;    ///< of the values and gradients, those that lie in a temporary file
  /// Why more than was wanted is in memory: "/var/tmp: No space left on device"; "" where no more is.
  std::string obstacle{};

  Index in_memory() const { return values + gradients - in_file; }
};

/// What backward will keep.
struct KeptGradients {
  PassMemory memory;
  bool parameters = true;  ///< whether those of the parameters are kept, and need memory
};

/// Chooses which gradients backward keeps, so that values and gradients fit into `most` bytes (none: any
/// number). Those of the parameters are left out first, all together, then the largest others until the rest
/// fits. Gradients of at most `always_kept` cells are kept even where the values alone need more, so that few
/// steps lead to those that are left out. Call it between forward and backward of a pass that
/// Tape::bind_for_backward() began.
KeptGradients choose_kept_gradients(Tape& tape, std::optional<Index> most, Index always_kept);

/// Whether this system has temporary files, in which values can lie.
bool values_can_leave_memory();

/// Ends a pass whose tape keeps within `most` bytes: what does not fit into memory beside the gradients of
/// the parameters, `parameters` bytes, leaves it, and `memory` says how much.
void move_out(Tape& tape, std::optional<Index> most, Index parameters, PassMemory& memory);

}  // namespace attnlab
