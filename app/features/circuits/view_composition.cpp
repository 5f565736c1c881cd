// Composition: heads as nodes, layer over layer, with lines as thick as one head reads another's output.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/circuits/view_composition_graph.h"
#include "app/views/common/choose_row.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

constexpr ReadingChoice kReadings[] = {
    {"query", "Q: queries", HeadInput::Query, Role::Query,
     "What the first head wrote decides what the second head looks for: ‖W_K·W_Qᵀ·W_O·W_V‖."},
    {"key", "K: keys", HeadInput::Key, Role::Key,
     "What the first head wrote decides what the second head finds: ‖W_Q·W_Kᵀ·W_O·W_V‖. An induction head so "
     "reads the head that looks at the previous token."},
    {"value", "V: values", HeadInput::Value, Role::Value,
     "What the first head wrote is handed on by the second, as if both were one head: ‖W_O·W_V·W_O·W_V‖."}};

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
  const int clicked = draw_circuit_lines("strongest: score, over chance", lines, width, height);
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
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < em() * 22) ImGui::NewLine();
  auto least = static_cast<float>(frame.choice.least);
  if (slider("circuits.least", "least over chance", least, 0, std::max(0.05f, static_cast<float>(most)),
             "%.3f", em() * 8))
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
  if (!all) return draw_circuits_wait(frame, "The composition of the heads is being worked out …");
  if (all->empty()) return empty_note("No head can read another's output: the model has one layer of heads.");
  const double chance = composition_by_chance(frame.config);
  const double most = most_excess(*all, reading.input, chance);
  draw_least(frame, most);
  circuit_words_line(std::string(reading.sentence) + " Divided by both norms; by chance " +
                     format_fixed(chance, 3) +
                     " = 1/√C, the root of the mean square over all turns of the first head's "
                     "output. " +
                     folded_words(frame, CircuitProduct::Composition) + " At step " +
                     format_count(frame.results.composition.step) + "." +
                     (most < frame.choice.least ? " No head is so far over chance: there is no line." : ""));
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
