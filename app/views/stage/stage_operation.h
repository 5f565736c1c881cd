// The operation that makes the tensor on the stage: its formula, and the tensors of a product or a norm.
#pragma once

#include <optional>
#include <string>

#include "app/state/view_model.h"
#include "core/analysis/norms.h"
#include "core/analysis/operation_parts.h"

namespace attnlab {

/// Product and norm depend on the model and the edits alone: another trace of them only has other tensors.
struct StageOperation {
  TracePtr trace;       ///< has the tensors
  std::string formula;  ///< of the shown cell, as sines and cosines differ; "" until a worker has found it
  std::optional<ProductParts> product;
  std::optional<NormTensors> norm;
};

/// The operation of the shown tensor, which the trace on screen must have, with tensors of this trace. Null
/// while a worker looks for that of a gradient.
const StageOperation* stage_operation(const ViewModel& model);

}  // namespace attnlab
