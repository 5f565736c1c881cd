// One head: its map beside lines from token to token, or beside another head and their difference. Also its
// matrices and its measures. Script names: heads.back, heads.lines, heads.average, heads.compare,
// heads.compare[l,h], heads.compare.none, heads.map, heads.lines.left[i,0], heads.lines.right[i,0],
// heads.other, heads.difference; heads.measure.NAME.
#include <algorithm>
#include <cmath>

#include "app/features/heads/view_frame.h"
#include "app/state/heads_choice.h"
#include "app/state/view_model.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/target_list.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/attention_lines.h"
#include "core/analysis/heads/head_matrices.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

TensorSlice slice_of(const ViewModel& model, const Selection& head, Stage stage) {
  return matrix_slice(model.trace->find(stage_tensor(head, stage)), head.head, model.trace_version);
}

struct HiddenCells {
  CachedMatrix<unsigned char> selected, other;
};

struct MeanWeights {
  CachedMatrix<float> cells;
};

/// `weights`, hatched if the masked score of the head is −∞. Caches the selected head and one other.
MatrixView hatched(const ViewModel& model, const Selection& head, MatrixView weights) {
  const MatrixView scores = slice_of(model, head, Stage::Masked).view;
  if (scores.empty() || scores.cells() != weights.cells()) return weights;
  HiddenCells& cache = model.remembered<HiddenCells>();
  const auto& hidden = cached_cells(head == model.state.selection ? cache.selected : cache.other,
                                    scores.version, [&] { return masked_cells(scores); });
  if (!hidden.empty()) weights.mask = hidden.data();
  return weights;
}

/// The weights of a head, with its mask.
MatrixView head_weights(const ViewModel& model, const Selection& head) {
  return hatched(model, head, slice_of(model, head, Stage::Softmax).view);
}

/// The mean over the heads of the same layer.
MatrixView mean_weights(const ViewModel& model, const Selection& head) {
  const TraceTensor* tensor = model.trace->find(stage_tensor(head, Stage::Softmax));
  const TensorSlice first = matrix_slice(tensor, 0, model.trace_version);
  if (first.empty() || tensor->shape.rank() != 4) return first.view;
  CachedMatrix<float>& cache = model.remembered<MeanWeights>().cells;
  const auto& cells = cached_cells(cache, first.view.version, [&] { return mean_over_heads(*tensor); });
  return hatched(model, head,
                 matrix_view(cells.data(), first.view.rows, first.view.cols, joined(first.view.version, 1)));
}

/// The head to compare with; none if the choice does not name a head of this model.
std::optional<Selection> compared_head(const ViewModel& model) {
  const std::string& text = model.state.choices.of<HeadsChoice>().compare;
  const char* const end = text.data() + text.size();
  Selection other = model.state.selection;
  const auto [dot, bad_layer] = scan_number(text.data(), end, other.layer);
  if (bad_layer != std::errc() || dot == end || *dot != '.') return {};
  const auto [stop, bad_head] = scan_number(dot + 1, end, other.head);
  const ModelConfig& config = model.trace->config();
  const bool there = bad_head == std::errc() && stop == end && other.layer >= 0 &&
                     other.layer < layers_of(config, other.attention) && other.head >= 0 &&
                     other.head < config.heads;
  return there ? std::optional(other) : std::nullopt;
}

/// Label at the left, numbers at the right.
void draw_numbers(const HeadMeasure& measure, const KnownHead& head, const KnownHead* other) {
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  mark("heads.measure." + std::string(measure.name), line);
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, line, theme().palette.text, tr(measure.label));
  const float column = em() * 6;
  const Box first{{line.max.x - column * (other ? 2 : 1), line.min.y},
                  {line.max.x - column * (other ? 1 : 0), line.max.y}};
  const bool harms = measure.harms(head);
  draw_text_in(canvas, fonts().mono, first, role_text(harms ? Role::Gradient : Role::Output),
               measured_number(measure, head), Align::Right);
  if (other)
    draw_text_in(canvas, fonts().mono, {{first.max.x, line.min.y}, line.max}, theme().palette.text_dim,
                 measured_number(measure, *other), Align::Right);
}

/// Draws each measure with its number and a sentence; for two heads if `other` is not null.
void draw_head_measures(const ViewModel& model, const KnownHead& head, const KnownHead* other) {
  const bool average = model.state.choices.of<HeadsChoice>().average;
  panel_header(tr("Attention"), other     ? tr("this head and the other one")
                                : average ? tr("of the selected head, not of the mean")
                                          : tr("averaged over this text"));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, em() * 0.15f});
  for (const HeadMeasure& measure : head_measures().subspan(1)) {
    if (std::isnan(measure.value(head)) && !measure.can_harm) continue;
    draw_numbers(measure, head, other);
    if (other) continue;
    wrapped_text(fonts().small, theme().palette.text_dim, tr(measure.sentence));
    ImGui::Dummy({0, em() * 0.25f});
  }
  ImGui::PopStyleVar();
}

/// One open head in one frame.
struct OpenHead {
  const ViewModel& model;
  const Emit& emit;
  const Selection& selection;
  TokenAxis queries, keys;
  bool average;
  std::optional<Selection> other;

  MatrixView weights(const Selection& head) const {
    return average && head == selection ? mean_weights(model, head) : head_weights(model, head);
  }
  std::string title(const Selection& head) const {
    const std::string layer = std::to_string(head.layer);
    return average && head == selection ? tr("Mean over the heads of layer {1}", layer)
                                        : tr("Head {1} of layer {2}", std::to_string(head.head), layer);
  }
};

void choose(const OpenHead& open, const char* what, const std::string& value) {
  open.emit({"choose", {std::string("heads.") + what, value}});
}

void draw_compare_choice(const OpenHead& open) {
  const ModelConfig& config = open.model.trace->config();
  const std::string label = open.other ? tr("Compared with {1}", std::to_string(open.other->layer) + "·" +
                                                                     std::to_string(open.other->head))
                                       : std::string(tr("Compare"));
  if (text_button("heads.compare", Icon::ChevronDown, label,
                  tr("Show another head of this attention layer beside this one"),
                  {.toggled = open.other.has_value()}))
    ImGui::OpenPopup("compare");
  if (!ImGui::BeginPopup("compare")) return;
  dim_text(tr("layer·head"));
  for (Index layer = layers_of(config, open.selection.attention) - 1; layer >= 0; --layer)
    for (Index head = 0; head < config.heads; ++head) {
      if (head > 0) ImGui::SameLine(0, em() * 0.25f);
      const std::string name = "heads.compare[" + std::to_string(layer) + "," + std::to_string(head) + "]";
      const bool itself = layer == open.selection.layer && head == open.selection.head;
      if (!text_button(name.c_str(), std::to_string(layer) + "·" + std::to_string(head), nullptr,
                       {.enabled = !itself}))
        continue;
      choose(open, "compare", std::to_string(layer) + "." + std::to_string(head));
      ImGui::CloseCurrentPopup();
    }
  if (open.other && text_button("heads.compare.none", tr("none"))) {
    choose(open, "compare", "none");
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void draw_bar(const OpenHead& open) {
  const HeadsChoice& now = open.model.state.choices.of<HeadsChoice>();
  if (text_button("heads.back", Icon::ChevronLeft, tr("All heads"), tr("Back to the grid  (Esc)")))
    choose(open, "open", "off");
  ImGui::SameLine(0, em());
  bool average = now.average, lines = now.lines;
  if (toggle("heads.average", tr("mean of the heads"), average, tr("The mean over all heads of this layer")))
    choose(open, "average", average ? "on" : "off");
  ImGui::SameLine(0, em());
  if (!open.other) {
    if (toggle("heads.lines", tr("lines"), lines, tr("Lines from token to token")))
      choose(open, "lines", lines ? "on" : "off");
    ImGui::SameLine(0, em());
  }
  draw_compare_choice(open);
  ImGui::SameLine(0, em());
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string place = breadcrumb(open.selection, open.model.trace->config().causal);
  if (room < text_size(fonts().small, place).x) return ImGui::NewLine();
  const Box box = reserve({room, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().small, box, theme().palette.text_faint, place, Align::Right);
}

void select_cell(const OpenHead& open, const Selection& head, const HeatMapResult& map) {
  const auto choose_token = [&](const char* what, int at) {
    if (at >= 0) open.emit({std::string("select.") + what, {std::to_string(at)}});
  };
  choose_token("query", map.clicked ? map.clicked->row : map.clicked_row_label);
  choose_token("key", map.clicked ? map.clicked->col : map.clicked_col_label);
  if (!map.opened || head == open.selection) return;
  open.emit(
      {"select.attention",
       {std::string(attention_name(head.attention)), std::to_string(head.layer), std::to_string(head.head)}});
}

/// A map with its title and colors.
struct HeadMap {
  const char* name;
  std::string title;
  MatrixView view;
  ColourScale scale;
  Role role = Role::Output;
};

Box draw_map(const OpenHead& open, const HeadMap& map, const Selection& head, ImVec2 at, ImVec2 size) {
  HeatMapOptions o;
  o.title = map.title;
  o.role = map.role;
  o.scale = map.scale;
  o.rows = open.queries.labels(tr("queries"), Role::Query);
  o.cols = open.keys.labels(tr("keys"), Role::Key);
  o.size = size;
  o.largest_cell = 4.2f;
  o.selected = {static_cast<int>(open.selection.query), static_cast<int>(open.selection.key)};
  link_hovered(head, o);
  o.target = map.name;
  zoom_together(o, {"heads.map", "heads.other", "heads.difference"});
  o.tensor = map.role == Role::None ? tr("difference") : tr("weight");
  move_cursor(at);
  const HeatMapResult r = heat_map(map.name, map.view, o);
  hover_map(head, r, map.view);
  select_cell(open, head, r);
  return r.bounds;
}

HeadMap head_map(const OpenHead& open, const Selection& head, const char* name) {
  const MatrixView view = open.weights(head);
  return {name, open.title(head), view, weight_scale(view)};
}

void draw_lines(const OpenHead& open, const MatrixView& weights, ImVec2 at, ImVec2 size) {
  const Cell over = hovered_tokens(open.selection);
  AttentionLinesOptions o;
  o.left = open.queries.names;
  o.right = open.keys.names;
  o.left_unknown = open.queries.unknown;
  o.right_unknown = open.keys.unknown;
  o.selected_left = static_cast<int>(open.selection.query);
  o.lit_left = over.row;
  o.lit_right = over.row < 0 ? over.col : -1;
  o.size = {size.x - ImGui::GetStyle().ScrollbarSize, size.y - em() * 0.3f};
  o.target = "heads.lines";
  move_cursor(at);
  ImGui::BeginChild("lines", size, false, ImGuiWindowFlags_NoBackground);
  const AttentionLinesResult r = attention_lines("lines", weights, o);
  const HoverGrid axes = attention_grid(r.left_tokens, open.selection, weights.rows, 1);
  HoverGrid left = axes;
  left.key_source.reset();
  hover_grid(left);
  HoverGrid right = axes;  // here the keys are one below the other
  right.rows = 1;
  right.query_source.reset();
  const float step = r.right_tokens.height() / float(std::max(weights.cols, 1));
  for (int key = 0; key < weights.cols; ++key) {
    const float y = r.right_tokens.min.y + step * float(key);
    right.box = {{r.right_tokens.min.x, y}, {r.right_tokens.max.x, y + step}};
    right.first_key = key;
    hover_grid(right);
  }
  if (r.clicked_left >= 0) open.emit({"select.query", {std::to_string(r.clicked_left)}});
  if (r.clicked_right >= 0) open.emit({"select.key", {std::to_string(r.clicked_right)}});
  ImGui::EndChild();
}

struct HeadDifference {
  CachedMatrix<float> cells;
};

/// Draws this head, the other and the difference side by side. Returns the lower edge.
float draw_comparison(const OpenHead& open, ImVec2 at, ImVec2 size) {
  const float gap = em() * 1.5f, width = std::floor((size.x - 2 * gap) / 3);
  const HeadMap one = head_map(open, open.selection, "heads.map");
  const HeadMap two = head_map(open, *open.other, "heads.other");
  const HeadMap change{"heads.difference",
                       tr("First − second"),
                       difference_of(open.model.remembered<HeadDifference>().cells, one.view, two.view),
                       {Scale::Diverging, RangeMode::Symmetric, {0, 1}},
                       Role::None};
  float bottom = at.y, x = at.x;
  for (const HeadMap* map : {&one, &two, &change}) {
    const Selection& head = map == &two ? *open.other : open.selection;
    bottom = std::max(bottom, draw_map(open, *map, head, {x, at.y}, {width, size.y}).max.y);
    x += width + gap;
  }
  return bottom;
}

float draw_alone(const OpenHead& open, ImVec2 at, ImVec2 size) {
  const HeadMap map = head_map(open, open.selection, "heads.map");
  if (!open.model.state.choices.of<HeadsChoice>().lines)
    return draw_map(open, map, open.selection, at, size).max.y;
  const float gap = em() * 1.5f, half = std::floor((size.x - gap) / 2);
  const Box drawn = draw_map(open, map, open.selection, at, {half, size.y});
  const float left = std::min(std::max(drawn.max.x, at.x + em() * 12) + gap, at.x + half + gap);
  draw_lines(open, map.view, {left, at.y}, {std::min(at.x + size.x - left, em() * 26), size.y});
  return std::max(drawn.max.y, at.y + size.y);
}

/// Draws the effect of the edits, and the measures.
void draw_notes(const OpenHead& open) {
  if (open.model.diff) {
    panel_header(tr("Correct tokens"), tr("before and after"));
    const float most = std::max(ImGui::GetContentRegionAvail().y * 0.5f, em() * 8);
    ImGui::BeginChild("effects", {0, std::min(most, target_list_height(open.model))}, false,
                      ImGuiWindowFlags_NoBackground);
    draw_target_list(open.model);
    ImGui::EndChild();
    ImGui::Dummy({0, em() * 0.4f});
  }
  const KnownHead one = known_head(open.model, open.selection);
  if (open.other) {
    const KnownHead two = known_head(open.model, *open.other);
    draw_head_measures(open.model, one, &two);
  } else {
    draw_head_measures(open.model, one, nullptr);
  }
}

}  // namespace

void draw_open_head(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  if (!model.trace->find(stage_tensor(s, Stage::Softmax)))
    return empty_note(tr("This model does not have the selected attention layer."),
                      tr("Select another one in the map."));
  const OpenHead open{model,
                      emit,
                      s,
                      query_tokens(*model.trace, s.attention),
                      key_tokens(*model.trace, s.attention),
                      model.state.choices.of<HeadsChoice>().average,
                      compared_head(model)};
  draw_bar(open);
  draw_head_surgery(model, emit);
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("open head", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float notes = em() * 18, gap = em() * 1.6f;
  const bool beside = !open.other && room.x >= notes + em() * 34;
  // In a low window the head fills the height, and the numbers are below, by scrolling.
  const float share = room.y < em() * 26 ? room.y - em() : room.y * 0.62f;
  const ImVec2 size =
      beside ? ImVec2{room.x - notes - gap, room.y} : ImVec2{room.x, std::max(share, em() * 12)};
  const float bottom = open.other ? draw_comparison(open, at, size) : draw_alone(open, at, size);
  if (beside) {
    move_cursor({at.x + size.x + gap, at.y});
    ImGui::BeginChild("notes", {notes, room.y}, false, ImGuiWindowFlags_NoBackground);
    draw_notes(open);
    ImGui::EndChild();
  } else {
    move_cursor({at.x, bottom + em() * 0.8f});
    draw_notes(open);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
