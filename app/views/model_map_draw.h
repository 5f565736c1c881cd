// How the parts of a model's map look.
#pragma once

#include "app/views/model_map_layout.h"
#include "app/views/trace_matrices.h"

namespace attnlab {

struct MapLook {
  bool hovered = false, chosen = false;
};

/// Faces and names of the layers, and the words beside the stacks. `origin`: the map's top left corner.
void draw_map_layers(const ModelMap& map, ImVec2 origin);
void draw_map_arrows(const ModelMap& map, ImVec2 origin);

/// A block at `box` with its name, its shape where there is room, and one vector as a strip of colours.
void draw_map_block(const MapBlock& block, const Box& box, const TensorSlice& strip, MapLook look);

}  // namespace attnlab
