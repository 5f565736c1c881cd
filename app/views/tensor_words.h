// Tensors in words: what a tensor is called, where it is, what its axes count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/theme/theme.h"
#include "core/trace/trace.h"

namespace attnlab {

/// What one axis of a tensor counts.
enum class AxisMeaning { Batch, Head, Query, Key, Token, HeadFeature, Feature, Vocabulary, Row, Column };

/// "Attention score", "Query", "Query weight": one cell of the tensor in friendly words.
std::string cell_title(std::string_view tensor);
/// "decoder layer 1 · cross-attention"; "" where the name tells no place.
std::string tensor_place(std::string_view tensor);
/// "Attention scores": the whole tensor, short enough for a breadcrumb.
std::string tensor_title(std::string_view tensor);
Role tensor_role(std::string_view tensor);

std::vector<AxisMeaning> tensor_axes(const TraceTensor& tensor);
/// The pieces that a query, key or token axis of this tensor runs over.
const std::vector<Piece>& axis_pieces(const Trace& trace, std::string_view tensor, AxisMeaning axis);

/// "head 3 · query “chat” · key “black”". Axes of one cell and the batch are left out.
std::string index_words(const Trace& trace, const CellName& cell);
/// The same for one axis alone: "“black”", "d 3".
std::string axis_words(const Trace& trace, const CellName& cell, std::size_t axis);

}  // namespace attnlab
