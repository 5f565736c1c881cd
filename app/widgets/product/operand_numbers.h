// The numbers of a table of operands: their decimals, their font, and the columns that hold them.
#pragma once

#include <span>

#include "app/widgets/product/operand_layout.h"
#include "app/widgets/product/operand_table.h"

namespace attnlab {

/// Decimals by column: gradients are much smaller than their factors.
struct OperandDecimals {
  int left = 0, right = 0, product = 0;
};

struct OperandNumbers {
  OperandDecimals decimals;
  ImFont* font = nullptr;
  OperandColumns columns;
};

/// Numbers that fit into `room` pixels: at the program's precision, where they do not fit with fewer
/// decimals, and at last in a smaller font. No number is cut.
OperandNumbers operand_numbers(std::span<const OperandTerm> terms, const OperandTableOptions& options,
                               float room);

/// The largest product, or term of a plain sum, without its sign; 0 for no finite one.
double largest_product(std::span<const OperandTerm> terms, bool single);

}  // namespace attnlab
