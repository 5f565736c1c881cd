// Gradient formulas: the chain rule of each operation, as the field writes it.
#pragma once

#include <string>

#include "core/trace/readers.h"

namespace attnlab {

/// What the operations that read `node` pass back to it: "∂L/∂x[j] = Σ_i ∂L/∂y[i]·W[i,j]"; where several
/// kinds read it, one formula each with "; " between. "" where nothing reads it.
std::string gradient_formula(const Readers& readers, const Node* node);

/// The formula of one kind of operation for its input `input`; "" where there is none in the table.
std::string_view gradient_formula(std::string_view kind, int input);

}  // namespace attnlab
