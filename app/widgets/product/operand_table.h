// The sum behind a number: a table of its operands, products and shares, with links to the operands.
#pragma once

#include <span>
#include <string>

#include "app/widgets/base/draw.h"
#include "core/language/messages.h"

namespace attnlab {

/// One term left × right of a sum.
struct OperandTerm {
  std::string index{};  ///< e.g. "d = 3" or a token
  double left = 0, right = 0;
  double product() const { return left * right; }
};

struct OperandTableOptions {
  std::string left_name{tr("left")}, right_name{tr("right")};  ///< column headings
  Role left_role = Role::None, right_role = Role::None, result_role = Role::None;
  double result = 0;  ///< shown below as the sum
  std::string result_name{tr("sum")};
  int linked = -1;         ///< term hovered elsewhere
  bool single = false;     ///< terms have only `left`: a plain sum
  std::size_t others = 0;  ///< number of omitted terms; a line shows it and their sum
  double rest = 0;         ///< sum of the omitted terms
  std::string target{};    ///< terms are NAME[i,0] (left) and NAME[i,1] (right) for scripts; NAME.rest
};

struct OperandTableResult {
  Box bounds;
  int hovered = -1;         ///< term under the pointer
  int followed_left = -1;   ///< term whose left operand was pressed
  int followed_right = -1;  ///< term whose right operand was pressed
  bool wants_all = false;   ///< the line of the omitted terms was pressed
};

/// Height of one line.
float operand_row_height();

/// As wide as the rest of the window, and as high as its terms need: the window scrolls.
OperandTableResult operand_table(const char* id, std::span<const OperandTerm> terms,
                                 const OperandTableOptions& options = {});

}  // namespace attnlab
