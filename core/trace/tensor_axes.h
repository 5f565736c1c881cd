// Tensor axes: words for what each axis of a tensor counts, and the tokens along it.
#pragma once

#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// An axis in words.
struct AxisWords {
  std::string_view one;   ///< one place along it: "query"
  std::string_view many;  ///< all of them: "queries"
  Role role = Role::None;
  bool of_tokens = false;  ///< there is a token, or a patch, for each place
};
AxisWords words_of(Axis axis);

/// The pieces that an axis of this tensor runs over; none for axes without tokens.
const std::vector<Piece>& axis_pieces(const Trace& trace, const TraceTensor& tensor, std::size_t axis);

/// Index of the tensor's first place in axis_pieces(): 1 where a class vector is still to be put in front.
Index first_piece(const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
