// Hand report: every step of attention by hand as text, CSV, LaTeX and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/language/messages.h"
#include "core/trace/hand_pass.h"

namespace attnlab {

/// A matrix of a hand_trace(), or of the stages of its softmax.
struct HandTable {
  std::string name;                        ///< "scores"; "softmax.exp"
  std::string title;                       ///< "Scores S"
  std::vector<std::string> rows, columns;  ///< what they are called
  std::vector<double> cells;               ///< row-major
  const TraceTensor* tensor = nullptr;     ///< null for a stage of softmax
  Index first = 0;                         ///< offset of the first cell in the tensor

  double at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};

/// What was typed and every step, in order of computation; before the weights, each query's scores minus the
/// largest, their exponentials, and the largest and the sum ("softmax.shifted", "softmax.exp",
/// "softmax.sum"). The hidden values of additive scores are a table for each query.
std::vector<HandTable> hand_tables(const Trace& trace);

/// Whether each computed number is followed by the sum that makes it.
enum class Operands { Shown, Hidden };

/// The tables one below the other, each with its formula; `digits` after the point.
std::string hand_text(const HandAttention& hand, const Trace& trace, int digits, Operands operands);

/// The tables one below the other with an empty line between: the title and the columns' names, then the
/// rows.
std::string hand_tables_csv(const Trace& trace);

/// The tables as matrices in an align* environment; `digits` after the point.
std::string hand_latex(const Trace& trace, int digits);

/// {"score", "beta"?, "mask", "d_k", "tables": [{"name", "title", "rows", "columns", "values", "cells"?}]}:
/// "cells" has the derivation of each computed number.
nlohmann::ordered_json hand_report_json(const HandAttention& hand, const Trace& trace);

}  // namespace attnlab
