// The formats in which explain prints.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/explain/explain_text.h"

namespace attnlab {

/// Which step of --step all an explanation is of; none where there is one alone.
using ShownStep = std::optional<Index>;

/// What is explained beside a cell.
struct AroundCell {
  Index depth = 1;     ///< levels of operands
  bool users = false;  ///< the cells that are computed from it
};

/// One way to write an explanation.
struct ExplainFormat {
  std::string_view name;
  void (*print)(const Derivation& d, const DerivationStyle& style, ShownStep step);
  /// A cell with its operands and its users. Null: the derivation of the cell alone, and of one step alone.
  void (*print_cell)(const DerivationPrinter& printer, const CellName& cell, const AroundCell& around,
                     ShownStep step) = nullptr;
  bool is_text = false;  ///< with headings, and with what may come next before the explanation of one of them
};

std::vector<std::string> explain_format_names();
/// Throws std::invalid_argument with near names.
const ExplainFormat& explain_format(std::string_view name);

}  // namespace attnlab
