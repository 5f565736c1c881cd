// The graph of composition: its rows of nodes, their places, and how it is drawn.
#pragma once

#include <cmath>
#include <vector>

#include "app/features/circuits/view_frame.h"

namespace attnlab {

/// By what a head reads another.
struct ReadingChoice {
  std::string_view name;
  const char* title;
  HeadInput input;
  Role role;
  const char* sentence;
};
/// The heads of one attention, which stand in one row.
struct NodeRow {
  Place place;
  std::vector<std::size_t> heads;  ///< numbers of frame.heads
};

std::vector<NodeRow> node_rows(const CircuitsFrame& frame);

/// Where the nodes are.
struct NodePlan {
  std::vector<ImVec2> centres;  ///< of frame.heads
  float radius = 0;
};

/// One frame of the graph.
struct CompositionGraph {
  const CircuitsFrame& frame;
  const ReadingChoice& reading;
  const Compositions& all;
  double chance, most;  ///< the largest excess of the reading
  std::size_t selected;
  NodePlan plan;
  const Composition* hovered = nullptr;

  double excess(const Composition& each) const { return each.excess(chance); }
  bool is_drawn(const Composition& each) const {
    return each.by == reading.input && std::isfinite(each.score) && excess(each) >= frame.choice.least;
  }
  bool touches_selected(const Composition& each) const {
    return each.from == selected || each.into == selected;
  }
  std::string words(const Composition& each) const {
    return brief_head(frame, frame.heads[each.from]) + " → " + brief_head(frame, frame.heads[each.into]);
  }
};

/// The width of the rows' labels.
float node_label_width(const std::vector<NodeRow>& rows);
/// Places the nodes in `box`, with `label` pixels for labels at the left, and finds the line under the
/// pointer.
void place_graph(CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box, float label);
/// Draws lines, labels and nodes, and the tooltip of the line under the pointer. A click on a node selects
/// its head.
void draw_placed_graph(const CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box,
                       float label);

}  // namespace attnlab
