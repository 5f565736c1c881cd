// The graph of contributions: parts as nodes over layers and tokens, with lines as thick as their
// contributions.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/view_frame.h"
#include "app/features/contributions/view_graph_layout.h"
#include "app/views/common/hover.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// "head 2", "ffn": the label of a node, beside the name of its row.
std::string graph_node_words(const ContributionPart& part) {
  switch (part.kind) {
    case ContributionPart::Kind::Head: return tr("head {1}", std::to_string(part.head));
    case ContributionPart::Kind::FeedForward: return tr("ffn");
    case ContributionPart::Kind::AttentionBias: return tr("bias");
    case ContributionPart::Kind::NormBias: return tr("norm β");
    case ContributionPart::Kind::OutputBias: return tr("bias");
    case ContributionPart::Kind::ClassVector: return "[CLS]";
    case ContributionPart::Kind::Edited: return tr("edit");
    case ContributionPart::Kind::Embedding:
    case ContributionPart::Kind::Positions: break;
  }
  return part_title(part);
}

std::string graph_row_words(const ContributionPart& first) {
  if (first.layer() < 0)
    return first.kind == ContributionPart::Kind::Embedding ||
                   first.kind == ContributionPart::Kind::ClassVector
               ? tr("input")
               : tr("output");
  const Part* const part = first.place.part();
  const std::string_view brief = part->brief.empty() ? part->title : part->brief;
  return std::to_string(first.layer()) + " · " + std::string(tr(brief));
}

/// One frame of the graph.
struct PartsGraph {
  const ContributionsFrame& frame;
  const std::vector<GraphRow>& rows;
  const GraphLayout& layout;
  double least = 0;  ///< smaller contributions have no line
  std::size_t lines = 0, drawn = 0;

  const ContributionPart& part(std::size_t row, std::size_t place) const {
    return frame.all.parts[rows[row].parts[place]];
  }
  bool counts(double value) {
    ++lines;
    const bool shown = std::abs(value) >= least && value != 0;
    if (shown) ++drawn;
    return shown;
  }
  float thickness(double value) const {
    return std::max(1.0f, em() * 0.9f * float(std::abs(value) / std::max(frame.largest, 1e-12)));
  }
};

/// Longer tokens end in an ellipsis; the tooltip shows the whole token.
constexpr float kLongestToken = 6.5f;

float token_words_width(const ContributionsFrame& frame, const ContributionPart& reader, Index key) {
  return std::min(std::ceil(text_size(fonts().small, frame.key_piece(reader, key)).x), em() * kLongestToken);
}

GraphSizes graph_sizes(const ContributionsFrame& frame, const std::vector<GraphRow>& rows) {
  GraphSizes sizes{.em = em()};
  for (const GraphRow& row : rows) {
    const ContributionPart& first = frame.all.parts[row.parts.front()];
    sizes.label = std::max(sizes.label, text_size(fonts().small, graph_row_words(first)).x);
    float& node = sizes.nodes.emplace_back();
    for (const std::size_t number : row.parts)
      node =
          std::max(node, text_size(fonts().small, graph_node_words(frame.all.parts[number])).x + em() * 0.6f);
    if (!row.reader) continue;
    const auto keys = count_of(row.reader->sources);
    const bool memory =
        row.reader->place.key_text() == Text::Source && row.reader->place.text() != Text::Source;
    (memory ? sizes.source : sizes.tokens) = keys;
    for (const SourceShare& source : row.reader->sources)
      sizes.word = std::max(sizes.word, token_words_width(frame, *row.reader, source.key));
  }
  sizes.label += em();
  return sizes;
}

bool reads_memory(const ContributionPart& head) {
  return head.place.key_text() == Text::Source && head.place.text() != Text::Source;
}

void draw_carried(PartsGraph& graph, ImVec2 from, ImVec2 to, double value, bool upwards) {
  if (!graph.counts(value)) return;
  const Canvas canvas = window_canvas();
  const float bend = upwards ? (from.y - to.y) * 0.5f : (to.x - from.x) * 0.5f;
  canvas.line_to(from);
  if (upwards)
    canvas.cubic_to({from.x, from.y - bend}, {to.x, to.y + bend}, to);
  else
    canvas.cubic_to({from.x + bend, from.y}, {to.x - bend, to.y}, to);
  canvas.stroke(faded(contribution_colour(value), 0.75f), graph.thickness(value));
}

/// Lines from tokens to the heads that read them, and from every part to the logit.
void draw_all_carried(PartsGraph& graph) {
  const Box top = graph.layout.logit();
  for (std::size_t r = 0; r < graph.rows.size(); ++r)
    for (std::size_t i = 0; i < graph.rows[r].parts.size(); ++i) {
      const ContributionPart& part = graph.part(r, i);
      const Box box = graph.layout.node(r, i);
      draw_carried(graph, {box.centre().x, box.min.y}, {top.centre().x, top.max.y}, part.value, true);
      for (const SourceShare& source : part.sources)
        draw_carried(graph, graph.layout.token(r, source.key, reads_memory(part)),
                     {box.min.x, box.centre().y}, source.value, false);
    }
}

void draw_graph_row(const PartsGraph& graph, std::size_t r) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box box = graph.layout.row_box(r);
  canvas.fill({{box.min.x, box.max.y - 1}, {box.max.x, box.max.y}}, p.grid);
  draw_text_in(canvas, fonts().small, {box.min, {box.min.x + em() * 9, box.max.y}}, p.text_dim,
               graph_row_words(graph.part(r, 0)), Align::Left, Cut::Meant);
  const ContributionPart* const reader = graph.rows[r].reader;
  if (!reader) return;
  for (const SourceShare& source : reader->sources)
    canvas.disc(graph.layout.token(r, source.key, reads_memory(*reader)), em() * 0.22f, p.text_faint);
}

void draw_graph_token(const PartsGraph& graph, const Box& box, Colour colour, const std::string& words) {
  if (graph.layout.tokens_upwards())
    draw_text_upwards(window_canvas(), fonts().small, box, colour, words, Cut::Meant);
  else
    draw_text_in(window_canvas(), fonts().small, box, colour, words, Align::Centre, Cut::Meant);
}

/// The tokens below the columns; the streams of tokens are lines up to the last row that reads them.
void draw_graph_tokens(const PartsGraph& graph, const ContributionPart& reader, std::size_t row) {
  const Palette& p = theme().palette;
  const bool memory = reads_memory(reader);
  for (const SourceShare& source : reader.sources) {
    const ImVec2 at = graph.layout.token(row, source.key, memory);
    const float foot = graph.layout.row_box(0).max.y, half = graph.layout.token_width() / 2;
    window_canvas().fill({{at.x, at.y}, {at.x + 1, foot}}, p.grid);
    const Box box = graph.layout.token_label(source.key, memory);
    const bool asked = !memory && graph.frame.all.rows.size() == 1 && source.key == graph.frame.all.rows[0];
    if (source.key % graph.layout.token_step() == 0)
      draw_graph_token(graph, box, asked ? role_text(Role::Query) : p.text_dim,
                       graph.frame.key_piece(reader, source.key));
    else if (asked)
      window_canvas().fill({{at.x - half, foot}, {at.x + half, foot + em() * 0.2f}}, role_text(Role::Query));
    HoverGrid grid;
    grid.box = {{at.x - half, foot}, {at.x + half, box.max.y}};
    grid.key_source = graph.frame.keys_of_source(reader);
    grid.first_key = static_cast<int>(source.key);
    hover_grid(grid);
  }
}

/// Once for each text: at the highest row that reads it.
void draw_graph_texts(const PartsGraph& graph) {
  for (const bool memory : {false, true})
    for (std::size_t r = graph.rows.size(); r-- > 0;)
      if (const ContributionPart* const reader = graph.rows[r].reader;
          reader && reads_memory(*reader) == memory) {
        draw_graph_tokens(graph, *reader, r);
        break;
      }
}

void draw_graph_node(const PartsGraph& graph, std::size_t r, std::size_t i) {
  const std::size_t number = graph.rows[r].parts[i];
  const ContributionPart& part = graph.part(r, i);
  const Box box = graph.layout.node(r, i);
  const Palette& p = theme().palette;
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  if (ImGui::InvisibleButton("node", box.size())) graph.frame.select_or_open(part);
  const bool over = ImGui::IsItemHovered();
  contribution_tip(graph.frame, part);
  ImGui::PopID();
  mark("contributions.node[" + std::to_string(number) + ",0]", box);
  const Role role = part.kind == ContributionPart::Kind::Head ? Role::Output : Role::Residual;
  window_canvas().fill(box, over ? p.raised_hover : p.raised, em() * 0.3f);
  window_canvas().frame(box, faded(role_colour(role), 0.8f), em() * 0.3f);
  draw_text_in(window_canvas(), fonts().small, box, p.text, graph_node_words(part), Align::Centre,
               Cut::Meant);
  if (&part == graph.frame.part) draw_outline(window_canvas(), box, p.accent, em() / 8);
}

void draw_logit_node(const PartsGraph& graph) {
  const Box box = graph.layout.logit();
  const Palette& p = theme().palette;
  window_canvas().fill(box, p.raised, em() * 0.3f);
  window_canvas().frame(box, p.text_dim, em() * 0.3f);
  draw_text_in(window_canvas(), fonts().ui_bold, box, p.text,
               tr("logit {1}", graph.frame.number(graph.frame.all.logit)), Align::Centre, Cut::Meant);
}

void draw_graph_threshold(const ContributionsFrame& frame) {
  if (frame.model.figure) return;
  auto share = float(frame.choice.threshold * 100);
  if (slider("contributions.threshold", tr("hide lines below"), share, 0, 90, "%.0f %%", em() * 11))
    frame.choose("threshold", format_fixed(double(share) / 100, 3));
}

}  // namespace

ImVec2 least_graph_size(const ContributionsFrame& frame) {
  constexpr float kControls = 4;  // em() of the slider and of the words below it
  const std::vector<GraphRow> rows = graph_rows(frame.all);
  const ImVec2 least = GraphLayout::least_size(rows, graph_sizes(frame, rows));
  return {least.x + ImGui::GetStyle().ScrollbarSize + em() * 0.5f, least.y + em() * kControls};
}

void draw_contribution_graph(const ContributionsFrame& frame, ImVec2 size) {
  ImGui::BeginChild("graph", size, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_graph_threshold(frame);
  const std::vector<GraphRow> rows = graph_rows(frame.all);
  const GraphSizes sizes = graph_sizes(frame, rows);
  const Box words = reserve({std::max(size.x - em(), em() * 20), std::ceil(em() * 1.3f)});
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const GraphLayout layout(rows, sizes, at, {room.x - em() * 0.5f, room.y - em() * 0.5f});
  PartsGraph graph{frame, rows, layout, frame.choice.threshold * frame.largest};
  for (std::size_t r = 0; r < rows.size(); ++r) draw_graph_row(graph, r);
  draw_graph_texts(graph);
  draw_all_carried(graph);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < rows[r].parts.size(); ++i) draw_graph_node(graph, r, i);
  draw_logit_node(graph);
  draw_text_in(window_canvas(), fonts().small, words, theme().palette.text_dim,
               tr("{1} of {2} lines: contributions of at least {3}.",
                  format_count(static_cast<std::int64_t>(graph.drawn)),
                  format_count(static_cast<std::int64_t>(graph.lines)), frame.number(graph.least)),
               Align::Left, Cut::Meant);
  const Box whole = box_at(at, layout.size());
  mark("contributions.graph", whole);
  mark_part("contributions.graph", tr("Contributions"), whole);
  move_cursor(at);
  ImGui::Dummy(layout.size());
  ImGui::EndChild();
}

}  // namespace attnlab
