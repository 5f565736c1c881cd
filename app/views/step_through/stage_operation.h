// What operation makes the tensor on the stage: its formula, and the tensors of a product or a norm.
#pragma once

#include <optional>
#include <string>

#include "app/state/view_model.h"
#include "core/analysis/norms.h"
#include "core/analysis/operation_parts.h"

namespace attnlab {

/// Product and norm follow from the model and the edits: another trace of the same only gives other tensors.
struct StageOperation {
  TracePtr trace;
  CellName cell;
  std::string formula;  ///< of this cell: sines and cosines differ
  std::optional<ProductParts> product;
  std::optional<NormTensors> norm;
};

/// Of the shown tensor of the trace on screen, which must be there.
const StageOperation& stage_operation(const ViewModel& model);

}  // namespace attnlab
