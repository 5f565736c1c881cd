// Axis labels: what a table of a tensor's cells writes beside its rows and above its columns.
#pragma once

#include <string>
#include <vector>

#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One axis of a tensor, for people.
struct AxisLabels {
  std::string title;                ///< "query", "head", "feature"; "" for the one sequence of a trace
  std::vector<std::string> tokens;  ///< one a place along the axis; empty where it has none
};

/// One a tensor axis. Gradients have those of their tensors.
std::vector<AxisLabels> axis_labels(const Trace& trace, const TraceTensor& tensor,
                                    const Vocabularies& vocabularies);

}  // namespace attnlab
