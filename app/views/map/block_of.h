// Which block of a model's map a tensor belongs to.
#pragma once

#include "app/state/view_model.h"
#include "app/views/map/model_map_layout.h"

namespace attnlab {

/// The block that makes `tensor`; of any other tensor or weight, the block of its part of the model, or the
/// block nearest to it in the same layer, as the norm that takes in a sum. Null if the map has no block
/// near it, as for the loss.
const MapBlock* block_of(const ModelMap& map, const Trace& trace, const TraceTensor& tensor);

/// The block of the chosen cell, of its value or its gradient; null if the pass or the map has none.
const MapBlock* chosen_block(const ModelMap& map, const ViewModel& model);

}  // namespace attnlab
