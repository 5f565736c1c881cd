// ParameterGradients: where the gradients of parameters lie, and which of them a pass has written.
#pragma once

#include <vector>

#include "core/autograd/parameters.h"
#include "core/tensor/write_mode.h"

namespace attnlab {

/// The caller's memory for the gradients of a pass. With WriteMode::Overwrite what is written first takes the
/// place of what the memory held, which spares a step the zeros to begin with.
class ParameterGradients {
 public:
  /// For the next pass, as Tape::bind().
  void begin(const ParameterLayout& layout, Real* cells, const WantedGradients* wanted, WriteMode mode);

  /// Of parameters `first` … `last`, which lie side by side; null where nobody wants the gradient of any.
  Real* at(ParameterId first, ParameterId last) const;

  /// The gradients of `first` … `last` are about to be written: whether what they hold is to be kept. Where
  /// that is so for some of them alone, the others begin with zeros.
  WriteMode next_write(ParameterId first, ParameterId last);

  /// The pass is over: zeros for those that it did not reach.
  void finish();

 private:
  bool unwritten(ParameterId id) const { return unwritten_[static_cast<std::size_t>(id)]; }
  void write_zeros(ParameterId id);

  const ParameterLayout* layout_ = nullptr;
  Real* cells_ = nullptr;
  const WantedGradients* wanted_ = nullptr;
  std::vector<bool> unwritten_;  ///< by ParameterId, with WriteMode::Overwrite
  bool overwrites_ = false;
};

}  // namespace attnlab
