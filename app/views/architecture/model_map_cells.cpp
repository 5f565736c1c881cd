// Recurrent layers and blocks side by side in a stack of a model's map.
#include "app/views/common/model_map_stack.h"

namespace attnlab {

Box MapStack::single(MapKind kind, const std::string& tensor) {
  gap(m_.gap());
  return block(kind, tensor, m_.vector());
}

std::pair<Box, Box> MapStack::pair(MapKind left, const std::string& left_tensor, MapKind right,
                                   const std::string& right_tensor) {
  const float half = std::floor((width_ - m_.pad()) / 2), top = y_ - m_.vector();
  const Box a{{left_, top}, {left_ + half, y_}}, b{{left_ + width_ - half, top}, {left_ + width_, y_}};
  add(left, left_tensor, a);
  add(right, right_tensor, b);
  y_ = top;
  return {a, b};
}

Box MapStack::above(const Box& below, MapKind kind, const std::string& tensor) {
  const float floor = below.min.y - m_.gap();
  const Box box{{below.min.x, floor - m_.vector()}, {below.max.x, floor}};
  add(kind, tensor, box);
  arrow(MapArrow::Kind::Flow, {{box.centre().x, below.min.y}, {box.centre().x, floor}});
  y_ = std::min(y_, box.min.y);
  return box;
}

Box MapStack::joined(MapKind kind, const std::string& tensor) {
  y_ -= m_.gap();
  return block(kind, tensor, m_.vector());
}

void MapStack::join(const std::pair<Box, Box>& from, const Box& to) {
  for (const Box& box : {from.first, from.second})
    arrow(MapArrow::Kind::Flow, {{box.centre().x, box.min.y}, {box.centre().x, to.max.y}});
}

void MapStack::recurrent_layers(const std::string& name, bool both_ways) {
  for (Index i = 0; i < config_.layers; ++i) {
    const std::string number = std::to_string(i), prefix = name + ".layers." + number + ".";
    gap(m_.gap() + m_.small_gap());
    const float bottom = y_ + m_.gap();
    if (both_ways) {
      const float from = arrow_from_;
      arrow_waits_ = false;
      const auto two =
          pair(MapKind::Cells, prefix + "hidden", MapKind::ReverseCells, prefix + "reverse.hidden");
      for (const Box& box : {two.first, two.second})
        arrow(MapArrow::Kind::Flow, {{trunk(), from},
                                     {trunk(), bottom - m_.gap() / 2},
                                     {box.centre().x, bottom - m_.gap() / 2},
                                     {box.centre().x, box.max.y}});
      y_ -= m_.gap();
      join(two, block(MapKind::BothWays, prefix + "output", m_.bar()));
    } else {
      block(MapKind::Cells, prefix + "hidden", m_.vector());
    }
    frame((two_stacks() ? name + " layer " : "layer ") + number, bottom);
  }
}

void MapStack::first_states(const std::string& name) {
  for (Index i = 0; i < config_.layers; ++i) {
    gap(m_.gap());
    block(MapKind::FirstState, name + ".layers." + std::to_string(i) + ".initial_hidden", m_.bar());
  }
}

}  // namespace attnlab
