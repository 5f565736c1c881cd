// Drawing the parts of a model's map.
#pragma once

#include "app/views/common/trace_matrices.h"
#include "app/views/map/model_map_layout.h"

namespace attnlab {

struct MapLook {
  bool hovered = false, chosen = false;
};

/// The place of a map on screen.
struct MapPlace {
  ImVec2 origin;  ///< the map's top left corner
  float scale = 1;

  ImVec2 operator()(ImVec2 at) const { return {origin.x + at.x * scale, origin.y + at.y * scale}; }
  Box operator()(const Box& box) const { return {(*this)(box.min), (*this)(box.max)}; }
};

/// Draws backgrounds and names of the layers, and the labels beside the stacks; names if there is room.
void draw_map_layers(const ModelMap& map, const MapPlace& place);
void draw_map_arrows(const ModelMap& map, const MapPlace& place);

/// A block at `box` with its name, its shape where there is room, and one vector as a strip of colours.
void draw_map_block(const MapBlock& block, const Box& box, const TensorSlice& strip, MapLook look);

/// The circle of a sum.
void draw_map_sum(const Box& box, MapLook look);

/// The colours of a block's numbers.
ColourScale block_scale(MapKind kind);

}  // namespace attnlab
