// Tensor axes: what each axis of a named tensor counts, and the tokens along it.
#pragma once

#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace attnlab {

/// What one axis of a tensor counts.
enum class AxisMeaning {
  Batch,
  Head,
  Query,
  Key,
  Token,
  HeadFeature,
  Feature,
  Vocabulary,
  Row,
  Column,
  Channel,      ///< of a picture
  PixelRow,     ///< from the top
  PixelColumn,  ///< from the left
};

/// One meaning an axis, read off the tensor's name and rank.
std::vector<AxisMeaning> tensor_axes(const TraceTensor& tensor);
/// What one axis counts; as tensor_axes, but for the experts of a router (features) and the candidates of
/// word vectors (keys).
AxisMeaning axis_meaning(const Trace& trace, const TraceTensor& tensor, std::size_t axis);
/// Whether the last axis runs over the experts of a router.
bool over_experts(std::string_view tensor);
/// The pieces that a query, key or token axis of this tensor runs over; none where the axis has one row for a
/// whole text or picture.
const std::vector<Piece>& axis_pieces(const Trace& trace, std::string_view tensor, AxisMeaning axis);

/// Where in those pieces position `position` of this tensor is: what stands before a class vector is put
/// first lies one further.
Index piece_index(const Trace& trace, std::string_view tensor, Index position);

}  // namespace attnlab
