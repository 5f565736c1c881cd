// Axis labels: words beside the rows and above the columns of a table of cells.
#pragma once

#include <string>
#include <vector>

#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One axis of a tensor, for people.
struct TensorAxisLabels {
  std::string title;                ///< "query", "head", "feature"; "" for the one sequence of a trace
  std::vector<std::string> tokens;  ///< one a place along the axis; empty where it has none
};

/// The token of one place along an axis of `tensor`: of a position, or of an id of the vocabulary; "" where
/// it has none.
std::string place_token(const Trace& trace, const TraceTensor& tensor, std::size_t axis, Index place,
                        const Vocabularies& vocabularies);

/// Labels of each axis of `tensor`; a gradient has the labels of its tensor.
std::vector<TensorAxisLabels> axis_labels(const Trace& trace, const TraceTensor& tensor,
                                          const Vocabularies& vocabularies);

}  // namespace attnlab
