// How the parts of a model's map look.
#pragma once

#include "app/views/common/model_map_layout.h"
#include "app/views/common/trace_matrices.h"

namespace attnlab {

struct MapLook {
  bool hovered = false, chosen = false;
};

/// Where a map is on screen.
struct MapPlace {
  ImVec2 origin;  ///< of its top left corner
  float scale = 1;

  ImVec2 operator()(ImVec2 at) const { return {origin.x + at.x * scale, origin.y + at.y * scale}; }
  Box operator()(const Box& box) const { return {(*this)(box.min), (*this)(box.max)}; }
};

/// Faces and names of the layers, and the words beside the stacks; names as far as there is room for them.
void draw_map_layers(const ModelMap& map, const MapPlace& place);
void draw_map_arrows(const ModelMap& map, const MapPlace& place);

/// A block at `box` with its name, its shape where there is room, and one vector as a strip of colours.
void draw_map_block(const MapBlock& block, const Box& box, const TensorSlice& strip, MapLook look);

/// The circle of a sum.
void draw_map_sum(const Box& box, MapLook look);

/// The colours of a block's numbers.
ColourScale block_scale(MapKind kind);

}  // namespace attnlab
