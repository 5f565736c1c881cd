// Composition: heads as nodes, layer above layer; the thicker a line, the more one head reads the output of
// another.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/base/format.h"
#include "app/features/circuits/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// By which input a head reads another.
struct ReadingChoice {
  std::string_view name;
  const char* title;
  HeadInput input;
  Role role;
  const char* sentence;
};
/// The heads of one attention, in one row.
struct NodeRow {
  Place place;
  std::vector<std::size_t> heads;  ///< numbers of frame.heads
};

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
  value_line(graph.words(*graph.hovered), tr(graph.reading.title));
  value_line(tr("score"), format_fixed(graph.hovered->score, 4));
  value_line(tr("chance level"), format_fixed(graph.chance, 4));
  value_line(tr("above chance"), format_fixed(graph.excess(*graph.hovered), 4));
  end_tooltip();
}

std::vector<NodeRow> node_rows(const CircuitsFrame& frame) {
  std::vector<NodeRow> rows;
  for (std::size_t i = 0; i < frame.heads.size(); ++i) {
    if (rows.empty() || rows.back().place != frame.heads[i].place) rows.push_back({frame.heads[i].place, {}});
    rows.back().heads.push_back(i);
  }
  return rows;
}

/// The width of the rows' labels.
float node_label_width(const std::vector<NodeRow>& rows) {
  float label = 0;
  for (const NodeRow& row : rows)
    label = std::max(label, text_size(fonts().small, row.place.shorter_titles()[2]).x + em() * 0.6f);
  return label;
}

/// Places the nodes in `box`, with `label` pixels for labels at the left, and finds the line under the
/// pointer.
void place_graph(CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box, float label) {
  graph.plan = plan_nodes(box, rows, graph.frame.heads.size(), label);
  graph.hovered = line_under_pointer(graph, box);
}

/// Draws lines, labels and nodes, and the tooltip of the line under the pointer. A click on a node selects
/// its head.
void draw_placed_graph(const CompositionGraph& graph, const std::vector<NodeRow>& rows, const Box& box,
                       float label) {
  draw_composition_lines(graph);
  draw_row_labels(graph, rows, box, label);
  for (std::size_t i = 0; i < graph.frame.heads.size(); ++i) draw_composition_node(graph, i);
  composition_tooltip(graph);
}

constexpr ReadingChoice kReadings[] = {
    {"query", tr_mark("Q: queries"), HeadInput::Query, Role::Query,
     tr_mark("The queries of the second head read what the first head writes: ‖W_K·W_Qᵀ·W_O·W_V‖.")},
    {"key", tr_mark("K: keys"), HeadInput::Key, Role::Key,
     tr_mark(
         "The keys of the second head read what the first head writes: ‖W_Q·W_Kᵀ·W_O·W_V‖. This is how an "
         "induction head reads a previous-token head.")},
    {"value", tr_mark("V: values"), HeadInput::Value, Role::Value,
     tr_mark("The values of the second head read what the first head writes, so that both act as one head: "
             "‖W_O·W_V·W_O·W_V‖.")}};

/// The strongest of the reading, as a list beside the graph. A click selects the head that reads.
void draw_strongest(const CompositionGraph& graph, float width, float height) {
  std::vector<const Composition*> sorted;
  for (const Composition& each : graph.all)
    if (each.by == graph.reading.input && std::isfinite(each.score)) sorted.push_back(&each);
  std::ranges::stable_sort(sorted, std::greater(), &Composition::score);
  if (sorted.size() > 100) sorted.resize(100);
  std::vector<CircuitLine> lines;
  for (const Composition* each : sorted) {
    const double excess = graph.excess(*each);
    lines.push_back({graph.words(*each),
                     format_fixed(each->score, 3) + "  " + (excess < 0 ? "" : "+") + format_fixed(excess, 3),
                     graph.touches_selected(*each)});
  }
  const int clicked = draw_circuit_lines(tr("strongest: score, above chance"), lines, width, height);
  if (clicked >= 0)
    select_circuit_head(graph.frame, graph.frame.heads[sorted[static_cast<std::size_t>(clicked)]->into]);
}

double most_excess(const Compositions& all, HeadInput input, double chance) {
  double most = 0;
  for (const Composition& each : all)
    if (each.by == input && std::isfinite(each.score)) most = std::max(most, each.excess(chance));
  return most;
}

void draw_least(const CircuitsFrame& frame, double most) {
  next_on_line(em() * 22, em());
  auto least = static_cast<float>(frame.choice.least);
  if (slider("circuits.least", tr("minimum above chance"), least, 0,
             std::max(0.05f, static_cast<float>(most)), "%.3f", em() * 8))
    frame.choose("least", format_fixed(static_cast<double>(least), 3));
}

void draw_graph(CompositionGraph& graph, ImVec2 room) {
  const std::vector<NodeRow> rows = node_rows(graph.frame);
  const bool beside = room.x > em() * 48;
  const float list = em() * 19;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float least_height = em() * 3.2f * static_cast<float>(rows.size());
  const Box box =
      box_at(start, {beside ? room.x - list - em() * 1.5f : room.x, std::max(room.y - em(), least_height)});
  const float label = node_label_width(rows);
  mark("circuits.composition", box);
  place_graph(graph, rows, box, label);
  draw_placed_graph(graph, rows, box, label);
  move_cursor(beside ? ImVec2{box.max.x + em() * 1.5f, start.y} : ImVec2{start.x, box.max.y});
  ImGui::BeginGroup();
  draw_strongest(graph, beside ? list : room.x, beside ? box.height() : em() * 12);
  ImGui::EndGroup();
  move_cursor({start.x, std::max(box.max.y, ImGui::GetItemRectMax().y)});
  ImGui::Dummy({1, em() * 0.3f});
}

}  // namespace

void draw_circuit_composition(const CircuitsFrame& frame) {
  const ReadingChoice& reading = choose_row("circuits.by", kReadings, frame.choice.by,
                                            [&](const std::string& name) { frame.choose("by", name); });
  const Compositions* const all = frame.results.composition.value.get();
  if (!all) return draw_circuits_wait(frame, tr("Computing compositions…"));
  if (all->empty())
    return empty_note(tr("No head can read the output of another: the model has one layer of heads."));
  const double chance = composition_by_chance(frame.config);
  const double most = most_excess(*all, reading.input, chance);
  draw_least(frame, most);
  circuit_words_line(joined_sentences(
      {tr(reading.sentence),
       tr("The score is divided by the norms of both factors. Its chance level is {1} = 1/√C, the root mean "
          "square over all "
          "rotations of the output of the first head.",
          format_fixed(chance, 3)),
       folded_words(frame, CircuitProduct::Composition), at_step_words(frame.results.composition.step),
       most < frame.choice.least
           ? tr("No composition reaches the minimum above chance, so no lines are drawn.")
           : ""}));
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("circuits composition", 14);
  CompositionGraph graph{
      frame, reading,
      *all,  chance,
      most,  static_cast<std::size_t>(std::ranges::find(frame.heads, frame.head) - frame.heads.begin()),
      {}};
  draw_graph(graph, rest.room());
}

}  // namespace attnlab
