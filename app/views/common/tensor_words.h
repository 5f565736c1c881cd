// Tensors in words: what a tensor is called, where it is, what its axes count. Names may be of gradients
// (NAME.grad) and of what stood before an edit (NAME.computed).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/vocabularies.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

/// "Attention score", "Query", "Query weight": one cell of the tensor in friendly words. As all below: of a
/// tensor that the trace does not have, nothing but its name is known.
std::string cell_title(const Trace& trace, std::string_view tensor);
/// "Attention scores": the whole tensor, short enough for a breadcrumb.
std::string tensor_title(const Trace& trace, std::string_view tensor);
/// "decoder layer 1 · cross-attention".
std::string tensor_place(const Trace& trace, std::string_view tensor);
Role tensor_role(const Trace& trace, std::string_view tensor);
/// Of a cell in a derivation.
std::string cell_title(const DerivationPart& cell);
Role cell_role(const DerivationPart& cell);
/// The term in the glossary that the title is about, "" for none.
std::string_view tensor_term(const Trace& trace, std::string_view tensor);

/// "head 3 · query “chat” · key “black”". Axes of one cell and the batch are left out.
/// Without `vocabularies`, ids are named where the texts on screen tell them.
std::string index_words(const Trace& trace, const CellName& cell, const Vocabularies* vocabularies = nullptr);
/// The same for one axis alone: "“black”", "d 3".
std::string axis_words(const Trace& trace, const CellName& cell, std::size_t axis,
                       const Vocabularies* vocabularies = nullptr);

}  // namespace attnlab
