// Tensors in words: what a tensor is called, where it is, what its axes count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/theme/theme.h"
#include "core/models/model_config.h"
#include "core/text/vocabularies.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

/// "Attention score", "Query", "Query weight": one cell of the tensor in friendly words.
std::string cell_title(std::string_view tensor);
/// "decoder layer 1 · cross-attention"; "" where the name tells no place.
std::string tensor_place(std::string_view tensor);
/// The same ever shorter: "decoder layer 1 · cross-attention", "decoder 1 · cross-attention", "dec 1 ·
/// cross".
std::vector<std::string> shorter_places(std::string place);
/// "Attention scores": the whole tensor, short enough for a breadcrumb.
std::string tensor_title(std::string_view tensor);
Role tensor_role(std::string_view tensor);
/// The term in the glossary that the title is about, "" for none.
std::string_view tensor_term(std::string_view tensor, const ModelConfig& config);

/// The pieces that a query, key or token axis runs over.
const std::vector<Piece>& pieces_along(const Trace& trace, std::string_view tensor, AxisMeaning axis);

/// "head 3 · query “chat” · key “black”". Axes of one cell and the batch are left out.
/// Without `vocabularies`, ids are named where the texts on screen tell them.
std::string index_words(const Trace& trace, const CellName& cell, const Vocabularies* vocabularies = nullptr);
/// The same for one axis alone: "“black”", "d 3".
std::string axis_words(const Trace& trace, const CellName& cell, std::size_t axis,
                       const Vocabularies* vocabularies = nullptr);

}  // namespace attnlab
