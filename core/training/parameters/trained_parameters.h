// Trained parameters: which of a model's parameters learn; the others keep their values.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/autograd/parameters.h"
#include "core/training/parameters/parameter_groups.h"

namespace attnlab {

/// Throws std::invalid_argument if `names`, a value of training.train, cannot be one: a name in it has
/// more than one *.
void check_trained_names(std::string_view names);

/// Whether a parameter of this name learns by `names`: names with commas between, of which each may hold one
/// * for any text; all parameters learn where it is empty.
bool learns(std::string_view names, std::string_view parameter);

/// The parameters of a layout that learn.
class TrainedParameters {
 public:
  /// Throws std::invalid_argument as check_trained_names(), and with near names for a name that no parameter
  /// has.
  TrainedParameters(const ParameterLayout& layout, std::string_view names);

  bool has(ParameterId id) const { return gradients_.wanted[static_cast<std::size_t>(id)]; }
  bool all() const { return cells_ == layout_cells_; }
  /// Number of their cells, which is that of each of the optimizer's moments.
  Index cells() const { return cells_; }
  /// Those cells in the flat buffer, in order, none next to the one before.
  const std::vector<FlatRange>& ranges() const { return ranges_; }
  /// Their gradients, with those that are computed together with them.
  const WantedGradients& gradients() const { return gradients_; }
  /// Where the moments of a cell of the flat buffer stand; nothing for a cell that does not learn.
  std::optional<Index> moment_of(Index cell) const;

 private:
  WantedGradients gradients_;
  std::vector<FlatRange> ranges_;
  Index cells_ = 0, layout_cells_ = 0;
};

}  // namespace attnlab
