// Titles of tensors, of their places and of their axes. Names may also be of gradients (NAME.grad) and of
// values before an edit (NAME.computed).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/view_model.h"
#include "app/views/common/trace_matrices.h"
#include "core/language/messages.h"
#include "core/text/vocabularies.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

/// "Attention score", "Query", "Query weight": the title of one cell of the tensor. For a tensor that the
/// trace does not have, the functions here return its name at most.
std::string cell_title(const Trace& trace, std::string_view tensor);
/// "Attention scores": the whole tensor, short enough for a breadcrumb. Masked scores without a masked
/// key are "Unmasked scores".
std::string tensor_title(const Trace& trace, std::string_view tensor);
inline constexpr const char* kUnmaskedTitle = tr_mark("Unmasked scores");
/// Whether the mask of this attention hides a key of the pass.
bool hides_keys(const Trace& trace, const std::string& attention);
/// "decoder layer 1 · cross-attention".
std::string tensor_place(const Trace& trace, std::string_view tensor);
Role tensor_role(const Trace& trace, std::string_view tensor);
/// The title of a cell in a derivation.
std::string cell_title(const DerivationPart& cell);
Role cell_role(const DerivationPart& cell);
/// The glossary's term for the title; "" for none.
std::string_view tensor_term(const Trace& trace, std::string_view tensor);

/// "head 3 · query “chat” · key “black”". Axes of one cell and the batch are left out.
/// Without `vocabularies`, only ids of the texts on screen have names.
std::string index_words(const Trace& trace, const CellName& cell, const Vocabularies* vocabularies = nullptr);
/// The index on one axis in words: "“black”", "d 3".
std::string axis_words(const Trace& trace, const CellName& cell, std::size_t axis,
                       const Vocabularies* vocabularies = nullptr);

/// "input gate": short enough for a thumbnail.
std::string tensor_label(const TraceTensor& tensor);

/// The scale of gates and shares is from 0 to 1, of probabilities up to their largest; all others are signed.
ColourScale tensor_scale(const TraceTensor& tensor);
/// The scale of a tensor by name; gradients are signed.
ColourScale tensor_scale(const Trace& trace, std::string_view tensor);

/// The names along rows and columns of a tensor's matrix.
struct TensorAxes {
  TokenAxis rows, cols;
  std::string row_title, col_title;
  Role row_role = Role::None, col_role = Role::None;
};
/// `trace` holds `tensor`; it may be another pass than the one on screen.
TensorAxes tensor_labels(const ViewModel& model, const Trace& trace, const TraceTensor& tensor);

}  // namespace attnlab
