// A family's weights: its tensors as the parameters of ours.
#pragma once

#include "core/autograd/parameters.h"
#include "core/io/families/model_family.h"
#include "core/io/tensor_folder.h"
#include "core/tensor/tensor.h"

namespace attnlab {

/// Throws as read_family_weights() for names, shapes and types, without reading a cell.
void check_family_tensors(const ModelFamily& family, const ModelConfig& config, const ParameterLayout& layout,
                          const TensorFolder& folder);

/// The flat buffer of `layout`, read from `folder`. All names and shapes are checked before any memory is
/// taken for it. Throws std::runtime_error with one line for a tensor that is missing, of another shape or
/// type, left over, or with a value that is not finite. `progress`, that of `folder`, is told what to expect.
AlignedBuffer read_family_weights(const ModelFamily& family, const ModelConfig& config,
                                  const ParameterLayout& layout, const TensorFolder& folder,
                                  ReadProgress* progress = nullptr);

}  // namespace attnlab
