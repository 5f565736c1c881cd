// Trace CSV: a folder of tables, one a tensor, for spreadsheets.
#pragma once

#include <filesystem>
#include <string>

#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// `cells` of the shape of `tensor` (its values or its gradient) as a table, numbers in full: the last axis
/// along the columns, the others down the rows, with one column for each of them and one more for its tokens.
/// The one sequence of a trace has no column. One axis, or none: one number a row, under "value".
std::string tensor_csv(const Trace& trace, const TraceTensor& tensor, std::span<const Real> cells,
                       const Vocabularies& vocabularies);

/// Writes NAME.csv for each tensor and parameter, NAME.grad.csv for each gradient, and tensors.csv, which
/// lists them with their shapes. The folder replaces an older one of its kind as a whole. Throws
/// std::runtime_error with one line that names the folder and the reason.
void write_trace_csv(const std::filesystem::path& folder, const Trace& trace,
                     const Vocabularies& vocabularies);

}  // namespace attnlab
