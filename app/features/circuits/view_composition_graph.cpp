// The graph of composition: lines as thick as one head reads another's output.
#include "app/features/circuits/view_composition_graph.h"

#include <algorithm>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// The last layer is at the top, as in the map.
NodePlan plan_nodes(const Box& box, const std::vector<NodeRow>& rows, std::size_t count, float label) {
  NodePlan plan{.centres = std::vector<ImVec2>(count), .radius = std::ceil(em() * 0.95f)};
  const float step = box.height() / static_cast<float>(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const float y = box.max.y - step * (static_cast<float>(r) + 0.5f);
    const float across = (box.width() - label) / static_cast<float>(rows[r].heads.size());
    plan.radius = std::min({plan.radius, across * 0.42f, step * 0.3f});
    for (std::size_t i = 0; i < rows[r].heads.size(); ++i)
      plan.centres[rows[r].heads[i]] = {box.min.x + label + across * (static_cast<float>(i) + 0.5f), y};
  }
  return plan;
}

/// How far a point is from a line between two points.
float distance_to_line(ImVec2 point, ImVec2 a, ImVec2 b) {
  const ImVec2 way{b.x - a.x, b.y - a.y};
  const float length = way.x * way.x + way.y * way.y;
  const float t = length > 0
                      ? std::clamp(((point.x - a.x) * way.x + (point.y - a.y) * way.y) / length, 0.0f, 1.0f)
                      : 0.0f;
  return std::hypot(point.x - a.x - t * way.x, point.y - a.y - t * way.y);
}

const Composition* line_under_pointer(const CompositionGraph& graph, const Box& box) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsMouseHoveringRect(box.min, box.max)) return nullptr;
  for (const ImVec2& centre : graph.plan.centres)
    if (std::hypot(mouse.x - centre.x, mouse.y - centre.y) < graph.plan.radius) return nullptr;
  const Composition* nearest = nullptr;
  float least = em() * 0.35f;
  for (const Composition& each : graph.all) {
    if (!graph.is_drawn(each)) continue;
    const float away = distance_to_line(mouse, graph.plan.centres[each.from], graph.plan.centres[each.into]);
    if (away < least) least = away, nearest = &each;
  }
  return nearest;
}

void draw_composition_lines(const CompositionGraph& graph) {
  const Colour colour = role_colour(graph.reading.role);
  for (const bool front : {false, true})
    for (const Composition& each : graph.all) {
      const bool strong = graph.touches_selected(each) || graph.hovered == &each;
      if (!graph.is_drawn(each) || strong != front) continue;
      const auto share = static_cast<float>(graph.most > 0 ? graph.excess(each) / graph.most : 0);
      const float thickness = std::max(1.0f, em() * 0.45f * share);
      window_canvas().line(graph.plan.centres[each.from], graph.plan.centres[each.into],
                           front ? colour : faded(colour, 0.35f), thickness);
    }
}

void draw_composition_node(const CompositionGraph& graph, std::size_t number) {
  const Palette& p = theme().palette;
  const ImVec2 at = graph.plan.centres[number];
  const float r = graph.plan.radius;
  const Box box{{at.x - r, at.y - r}, {at.x + r, at.y + r}};
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  if (ImGui::InvisibleButton("node", box.size())) select_circuit_head(graph.frame, graph.frame.heads[number]);
  const bool over = ImGui::IsItemHovered();
  tip(head_words(graph.frame.heads[number]));
  ImGui::PopID();
  mark("circuits.node[" + std::to_string(number) + ",0]", box);
  const bool selected = number == graph.selected;
  window_canvas().disc(at, r, selected ? p.accent : over ? p.raised_hover : p.raised);
  window_canvas().ring(at, r, selected ? p.accent : p.border, 1.5f);
  const std::string head = std::to_string(graph.frame.heads[number].head);
  if (text_size(fonts().small, head).x < 2 * r)
    draw_text_in(window_canvas(), fonts().small, box, selected ? p.on_accent : p.text, head, Align::Centre,
                 Cut::Meant);
}

void draw_row_labels(const CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box,
                     float label) {
  for (const NodeRow& row : rows) {
    const float y = graph.plan.centres[row.heads.front()].y, half = em() * 0.8f;
    draw_text_in(window_canvas(), fonts().small, {{box.min.x, y - half}, {box.min.x + label, y + half}},
                 theme().palette.text_dim, row.place.shorter_titles()[2], Align::Left, Cut::Meant);
  }
}

void composition_tooltip(const CompositionGraph& graph) {
  if (!graph.hovered) return;
  begin_tooltip();
  value_line(graph.words(*graph.hovered), graph.reading.title);
  value_line("score", format_fixed(graph.hovered->score, 4));
  value_line("by chance", format_fixed(graph.chance, 4));
  value_line("over chance", format_fixed(graph.excess(*graph.hovered), 4));
  end_tooltip();
}

}  // namespace

std::vector<NodeRow> node_rows(const CircuitsFrame& frame) {
  std::vector<NodeRow> rows;
  for (std::size_t i = 0; i < frame.heads.size(); ++i) {
    if (rows.empty() || rows.back().place != frame.heads[i].place) rows.push_back({frame.heads[i].place, {}});
    rows.back().heads.push_back(i);
  }
  return rows;
}

float node_label_width(const std::vector<NodeRow>& rows) {
  float label = 0;
  for (const NodeRow& row : rows)
    label = std::max(label, text_size(fonts().small, row.place.shorter_titles()[2]).x + em() * 0.6f);
  return label;
}

void place_graph(CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box, float label) {
  graph.plan = plan_nodes(box, rows, graph.frame.heads.size(), label);
  graph.hovered = line_under_pointer(graph, box);
}

void draw_placed_graph(const CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box,
                       float label) {
  draw_composition_lines(graph);
  draw_row_labels(graph, rows, box, label);
  for (std::size_t i = 0; i < graph.frame.heads.size(); ++i) draw_composition_node(graph, i);
  composition_tooltip(graph);
}

}  // namespace attnlab
