// Call arguments: the arguments of an operation, so that other programs can repeat it.
#pragma once

#include <initializer_list>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tensor/shape.h"

namespace attnlab {

struct Node;

/// Numbers in the shape of a tensor, as an operation holds them beside its inputs: token ids, lengths,
/// shares.
template <typename Number>
struct Constants {
  Shape shape;
  std::vector<Number> cells;  ///< row-major
};

/// One argument of the function that an operation computes.
struct CallArgument {
  /// Rows x[:,t] of a value [B,T,…], where the operation makes position t of its output.
  struct AtPosition {
    const Node* node;
  };
  /// The rows of the state [B,T,C] that were read before position t: before the first, `start` [B,C] (null:
  /// zeros). `reverse`: positions are read from the last to the first.
  struct Before {
    const Node* states;
    const Node* start;
    bool reverse;
  };
  /// The position t itself.
  struct Position {};

  using Value = std::variant<const Node*, AtPosition, Before, Position, bool, Index, double, std::string_view,
                             Constants<Index>, Constants<double>>;

  std::string_view name;  ///< "" for an argument by position
  Value value;
};

using CallArguments = std::vector<CallArgument>;

/// A copy of `cells` in the shape `shape`.
template <typename Number, typename Given>
Constants<Number> constants(const Shape& shape, const Given* cells) {
  Constants<Number> copy{shape, {}};
  for (Index i = 0; i < shape.size(); ++i) copy.cells.push_back(static_cast<Number>(cells[i]));
  return copy;
}

}  // namespace attnlab
