// Recurrent layers and blocks side by side in a stack of a model's map.
#include <cmath>

#include "app/views/map/model_map_stack.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/model_sites.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {

Box MapStack::single(MapKind kind, const MapTensor& tensor) {
  gap(m_.gap());
  return block(kind, tensor, m_.vector());
}

std::pair<Box, Box> MapStack::pair(MapKind left, const MapTensor& left_tensor, MapKind right,
                                   const MapTensor& right_tensor) {
  const float half = std::floor((width_ - m_.pad()) / 2), top = y_ - m_.vector();
  const Box a{{left_, top}, {left_ + half, y_}}, b{{left_ + width_ - half, top}, {left_ + width_, y_}};
  add(left, left_tensor, a);
  add(right, right_tensor, b);
  y_ = top;
  return {a, b};
}

Box MapStack::above(const Box& below, MapKind kind, const MapTensor& tensor) {
  const float floor = below.min.y - m_.gap();
  const Box box{{below.min.x, floor - m_.vector()}, {below.max.x, floor}};
  add(kind, tensor, box);
  arrow(MapArrow::Kind::Flow, {{box.centre().x, below.min.y}, {box.centre().x, floor}});
  y_ = std::min(y_, box.min.y);
  return box;
}

Box MapStack::joined(MapKind kind, const MapTensor& tensor) {
  y_ -= m_.gap();
  return block(kind, tensor, m_.vector());
}

void MapStack::join(const std::pair<Box, Box>& from, const Box& to) {
  for (const Box& box : {from.first, from.second})
    arrow(MapArrow::Kind::Flow, {{box.centre().x, box.min.y}, {box.centre().x, to.max.y}});
}

void MapStack::recurrent_layers(const Part& stack, bool both_ways) {
  for (Index i = 0; i < config_.layers; ++i) {
    const Place layer = Place().inside(stack).inside(kRecurrentLayers, i);
    gap(m_.gap() + m_.small_gap());
    const float bottom = y_ + m_.gap();
    if (both_ways) {
      const float from = arrow_from_;
      arrow_waits_ = false;
      const auto two = pair(MapKind::Cells, {layer, cell_sites::kHidden}, MapKind::ReverseCells,
                            {layer.inside(recurrent_sites::kReverse), cell_sites::kHidden});
      for (const Box& box : {two.first, two.second})
        arrow(MapArrow::Kind::Flow, {{trunk(), from},
                                     {trunk(), bottom - m_.gap() / 2},
                                     {box.centre().x, bottom - m_.gap() / 2},
                                     {box.centre().x, box.max.y}});
      y_ -= m_.gap();
      join(two, block(MapKind::BothWays, {layer, recurrent_sites::kOutput}, m_.bar()));
    } else {
      block(MapKind::Cells, {layer, cell_sites::kHidden}, m_.vector());
    }
    frame((two_stacks() ? std::string(stack.name) + " layer " : "layer ") + std::to_string(i), bottom);
  }
}

void MapStack::vector_input(const std::string& shown, MapKind kind, const MapTensor& tensor) {
  text(shown);
  gap(m_.small_gap());
  block(kind, tensor, m_.vector());
}

void MapStack::first_states(const Part& stack, const Site& state) {
  for (Index i = 0; i < config_.layers; ++i) {
    gap(m_.gap());
    block(MapKind::FirstState, {Place().inside(stack).inside(kRecurrentLayers, i), state}, m_.bar());
  }
}

}  // namespace attnlab
