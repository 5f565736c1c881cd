// Experts of this text: the tokens of every layer in their experts' colours, and the router's probabilities
// of one layer as a table. Also how the loss changes without an expert.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/experts/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/hover.h"
#include "app/views/common/tensor_words.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using namespace std::string_literals;

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

double effect_of(const ExpertEffects* effects, const std::string& feed_forward, Index expert) {
  if (!effects) return kNotKnown;
  const auto found = std::ranges::find_if(
      *effects, [&](const ExpertEffect& e) { return e.expert == expert && e.feed_forward == feed_forward; });
  return found == effects->end() ? kNotKnown : found->effect;
}

/// The largest amount, to which all bars of a column are drawn.
double largest_effect(const ExpertEffects* effects) {
  double most = 0;
  if (effects)
    for (const ExpertEffect& e : *effects)
      if (std::isfinite(e.effect)) most = std::max(most, std::abs(e.effect));
  return most;
}

/// One column of effects.
struct EffectColumn {
  const char* title;
  const ExpertEffects* effects;
  double most;
  float left = 0, right = 0;
};

std::string signed_number(double value) {
  if (std::isnan(value)) return "–";
  return (value < 0 ? "" : "+") + format_fixed(value, 4);
}

/// A bar to the right of the middle if the loss rises, to the left if it falls, and the number.
void draw_effect_bar(const EffectColumn& column, double effect, float top, float bottom, Colour colour) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float number = std::ceil(text_size(fonts().mono_small, "+00.0000").x + em() * 0.5f);
  const Box rail{{column.left, top + em() * 0.35f}, {column.right - number, bottom - em() * 0.35f}};
  const float middle = std::round(rail.centre().x), half = rail.width() / 2;
  canvas.fill(rail, p.raised, em() * 0.1f);
  if (std::isfinite(effect) && column.most > 0) {
    const float length = half * float(effect / column.most);
    canvas.fill(
        {{std::min(middle, middle + length), rail.min.y}, {std::max(middle, middle + length), rail.max.y}},
        colour);
  }
  canvas.fill({{middle, rail.min.y - 2}, {middle + 1, rail.max.y + 2}}, p.text_dim);
  draw_text_in(canvas, fonts().mono_small, {{column.right - number, top}, {column.right, bottom}},
               std::isnan(effect) ? p.text_dim : p.text, signed_number(effect), Align::Right);
}

void draw_effect_row(const ExpertsFrame& frame, std::size_t number, Index expert, const Box& box,
                     std::span<const EffectColumn> columns) {
  const RoutedLayer& layer = frame.layers[number];
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  ImGui::PushID(static_cast<int>(expert));
  if (ImGui::InvisibleButton("effect", box.size())) {
    select_layer(frame, layer);
    frame.select_expert(expert);
  }
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  ImGui::PopID();
  mark("experts.effect[" + std::to_string(number) + "," + std::to_string(expert) + "]", box);
  const bool selected = number == frame.at && expert == frame.expert;
  const Palette& p = theme().palette;
  if (selected || over) window_canvas().fill(box, selected ? p.accent_soft : p.raised, em() * 0.2f);
  const float size = expert_badge_size();
  draw_expert_badge(box_at({box.min.x + em() * 0.2f, box.centre().y - size / 2}, {size, size}), expert);
  for (const EffectColumn& column : columns)
    draw_effect_bar(column, effect_of(column.effects, layer.place.name(), expert), box.min.y, box.max.y,
                    expert_colour(static_cast<int>(expert)));
}

void draw_effect_heads(const Box& box, std::span<const EffectColumn> columns) {
  for (const EffectColumn& column : columns)
    draw_text_in(window_canvas(), fonts().small, {{column.left, box.min.y}, {column.right, box.max.y}},
                 theme().palette.text_dim, column.title, Align::Left, Cut::Meant);
}

/// The step of the held-out effects, or why there are none.
std::string held_out_effect_words(const ExpertsFrame& frame) {
  const ExpertResults& r = frame.results;
  if (!r.error.empty()) return tr("Could not compute this: {1}", r.error);
  if (!r.has_held_out) return tr("This model came without its task, so there are no held-out examples.");
  if (!r.held_out_effects.value)
    return frame.model.analyses && frame.model.analyses->changes
               ? tr("The validation loss without each expert is computed when training pauses.")
               : tr("Computing the validation loss without each expert…");
  const std::string step = format_count(r.held_out_effects.step);
  return frame.model.state.edits.empty()
             ? tr("The validation losses are from step {1}.", step)
             : tr("The validation losses are from step {1}, without the edits.", step);
}

}  // namespace

void draw_experts_without(const ExpertsFrame& frame) {
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Each bar shows how much the loss rises if the router gives the expert probability 0, so "
                  "that its tokens go to their next most probable experts. A bar below zero means that the "
                  "model does better without the expert. Each column has its own scale.") +
                   " "s + held_out_effect_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("experts without", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const float width = std::min(room, em() * 60), left = ImGui::GetCursorScreenPos().x;
  const ExpertEffects *const text = frame.results.effects.get(), *const held_out =
                                                                     frame.results.held_out_effects.value
                                                                         .get();
  EffectColumn columns[] = {{tr("this text"), text, largest_effect(text)},
                            {tr("held-out data"), held_out, largest_effect(held_out)}};
  const float first = left + expert_badge_size() + em(), each = (left + width - first - em() * 1.3f) / 2;
  columns[0].left = first;
  columns[0].right = first + each;
  columns[1].left = first + each + em();
  columns[1].right = columns[1].left + each;
  const float line = std::ceil(em() * 1.6f);
  for (std::size_t i = 0; i < frame.layers.size(); ++i) {
    const Box title = reserve({width, line});
    draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
                 frame.layers[i].place.outer().title());
    draw_effect_heads(reserve({width, std::ceil(em() * 1.2f)}), columns);
    for (Index e = 0; e < frame.layers[i].experts(); ++e) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_effect_row(frame, i, e, box_at(at, {width, line}), columns);
      move_cursor({at.x, at.y + line});
    }
    ImGui::Dummy({width, em() * 0.5f});
  }
  ImGui::EndChild();
}

namespace {

/// The token on the stage.
int routed_row(const ExpertsFrame& frame) {
  return static_cast<int>(std::clamp<Index>(current_row(frame.model.state), 0, frame.layer().tokens() - 1));
}

void select_routed_token(const ExpertsFrame& frame, const RoutedLayer& layer, Index token) {
  select_layer(frame, layer);
  frame.emit({"select.query", {std::to_string(token)}});
}

std::string gate_words(const RoutedLayer& layer, Index token) {
  std::string words;
  for (Index rank = 0; rank < layer.per_token(); ++rank) {
    const Index expert = layer.chosen(token, rank);
    words += (rank ? ", " : "") +
             tr("expert {1} {2}", std::to_string(expert), format_percent(layer.gate(token, expert), 0));
  }
  return words;
}

/// A token while it is drawn: the badge of its first expert, and below it the weight of each.
struct RoutedWord {
  const RoutedLayer& layer;
  std::size_t number;  ///< of the layer
  Index token;
  std::string text;
  Box box;
  bool selected, lit;
};

void draw_gate_bar(const RoutedWord& word, const Box& bar) {
  float x = bar.min.x;
  for (Index rank = 0; rank < word.layer.per_token(); ++rank) {
    const Index expert = word.layer.chosen(word.token, rank);
    const float width = bar.width() * float(word.layer.gate(word.token, expert));
    window_canvas().fill({{x, bar.min.y}, {std::min(x + width, bar.max.x), bar.max.y}},
                         expert_colour(static_cast<int>(expert)));
    x += width;
  }
}

void draw_routed_word(const ExpertsFrame& frame, const RoutedWord& word) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box& box = word.box;
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(word.number));
  ImGui::PushID(static_cast<int>(word.token));
  if (ImGui::InvisibleButton("word", box.size())) select_routed_token(frame, word.layer, word.token);
  const bool hovered_now = ImGui::IsItemHovered();
  tip(display_token(word.text) + ": " + gate_words(word.layer, word.token));
  ImGui::PopID();
  ImGui::PopID();
  mark("experts.word[" + std::to_string(word.number) + "," + std::to_string(word.token) + "]", box);
  HoverGrid grid;
  grid.box = box;
  grid.query_source = reads_source(word.layer);
  grid.first_query = static_cast<int>(word.token);
  hover_grid(grid);
  const float bar = std::max(3.0f, std::floor(em() * 0.28f)), badge = expert_badge_size();
  canvas.fill(box, hovered_now ? p.raised_hover : p.raised, em() * 0.25f);
  const Box top{box.min, {box.max.x, box.max.y - bar}};
  draw_expert_badge({{top.min.x, top.min.y}, {top.min.x + badge, top.max.y}},
                    word.layer.chosen(word.token, 0));
  draw_text_in(canvas, fonts().ui, {{top.min.x + badge, top.min.y}, top.max}, p.text,
               display_token(word.text), Align::Centre, Cut::Meant);
  draw_gate_bar(word, {{box.min.x, top.max.y}, box.max});
  if (word.selected)
    draw_outline(canvas, box, p.accent, em() / 8);
  else if (word.lit)
    canvas.unrecorded().frame(box, p.text_dim, em() * 0.25f);
}

/// The tokens of one layer, which wrap at `width`.
void draw_routed_words(const ExpertsFrame& frame, std::size_t number, float width) {
  const RoutedLayer& layer = frame.layers[number];
  const bool chosen = number == frame.at;
  draw_text_in(window_canvas(), chosen ? fonts().ui_bold : fonts().ui,
               reserve({width, std::ceil(em() * 1.4f)}),
               chosen ? theme().palette.text : theme().palette.text_dim, layer.place.outer().title());
  const std::vector<Piece> pieces = routed_pieces(frame.trace, layer);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + width, gap = em() * 0.3f;
  const float height = std::ceil(em() * 1.85f), badge = expert_badge_size();
  ImVec2 at = start;
  for (Index t = 0; t < layer.tokens(); ++t) {
    const std::string& text = pieces[t].text;
    const float wanted = text_size(fonts().ui, display_token(text)).x + badge + em() * 0.7f;
    const float chip = std::ceil(std::min(wanted, width));
    if (at.x + chip > right && at.x > start.x) at = {start.x, at.y + height + gap};
    const Box box = box_at(at, {chip, height});
    const bool lit = hovered().on({reads_source(layer), static_cast<int>(t)});
    if (ImGui::IsRectVisible(box.min, box.max))
      draw_routed_word(frame, {layer, number, t, text, box, chosen && t == routed_row(frame), lit});
    at.x += chip + gap;
  }
  move_cursor({start.x, at.y + height + em() * 0.4f});
  ImGui::Dummy({0, 0});
}

void mark_choices(const ExpertsFrame& frame, const HeatMapResult& map) {
  constexpr float kInset = 2;  // so that the selected cell's outline is seen
  const RoutedLayer& layer = frame.layer();
  for (Index t = 0; t < layer.tokens(); ++t)
    for (Index rank = 0; rank < layer.per_token(); ++rank) {
      const Index expert = layer.chosen(t, rank);
      const Box cell = seen_cell_box(map, {static_cast<int>(t), static_cast<int>(expert)});
      const Box inside{{cell.min.x + kInset, cell.min.y + kInset},
                       {cell.max.x - kInset, cell.max.y - kInset}};
      if (!inside.empty())
        window_canvas().frame(inside, expert_colour(static_cast<int>(expert)), 0, std::max(2.0f, em() / 7));
    }
}

void take_table_click(const ExpertsFrame& frame, const HeatMapResult& map) {
  const RoutedLayer& layer = frame.layer();
  const auto explain = [&](Index token, Index expert) {
    frame.select_expert(expert);
    frame.emit(show_command({layer.probabilities->name, {0, token, expert}}));
  };
  if (map.clicked) return explain(map.clicked->row, map.clicked->col);
  if (map.clicked_row_label >= 0) return explain(map.clicked_row_label, frame.expert);
  if (map.clicked_col_label >= 0) return frame.select_expert(map.clicked_col_label);
}

void draw_probabilities(const ExpertsFrame& frame) {
  const RoutedLayer& layer = frame.layer();
  const TensorSlice slice = matrix_slice(layer.probabilities, 0, frame.model.trace_version);
  std::vector<std::string> tokens, experts;
  for (const Piece& piece : routed_pieces(frame.trace, layer)) tokens.push_back(piece.text);
  for (Index e = 0; e < layer.experts(); ++e) experts.push_back(std::to_string(e));
  HeatMapOptions o;
  o.title = tr("Router probabilities");
  o.detail = layer.place.outer().title();
  o.scale = tensor_scale(*layer.probabilities);
  o.rows = {.names = tokens, .title = tr("tokens")};
  o.cols = {.names = experts, .title = tr("experts")};
  o.target = "experts.table";
  o.tensor = tr("probability");
  const int row = routed_row(frame);
  o.selected = {row, static_cast<int>(frame.expert)};
  const Hovered& now = hovered();
  for (const HoveredToken& token : {now.query, now.key})
    if (token.position >= 0 && token.position < slice.view.rows && token.source == reads_source(layer))
      o.highlight_row = token.position;
  o.cell_width = o.cell_height = em() * 2;
  const ImVec2 offset = heat_map_offset(slice.view, o);
  const float room = ImGui::GetContentRegionAvail().x - offset.x;
  o.cell_width = std::clamp(room / float(layer.experts()), em() * 0.8f, em() * 4.4f);
  o.cell_height = std::ceil(em() * 1.6f);
  const HeatMapResult map = heat_map("probabilities", slice.view, o);
  mark_choices(frame, map);
  HoverGrid grid;
  grid.box = map.cells;
  grid.whole = map.grid;
  grid.rows = slice.view.rows;
  grid.query_source = reads_source(layer);
  hover_grid(grid);
  take_table_click(frame, map);
}

}  // namespace

void draw_experts_text(const ExpertsFrame& frame) {
  wrapped_text(fonts().ui, theme().palette.text_dim,
               (frame.layer().per_token() > 1 ? tr("The badge of a token is its first expert; the bar below "
                                                   "it shows the weights of its experts’ outputs.")
                                              : tr("The badge of a token is its expert; the length of the "
                                                   "bar below it is the weight of the expert’s output.")) +
                   " "s + tr("In the table, frames mark the chosen experts."));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("experts text", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 2;
  const bool beside = room > em() * 50;
  const float width = beside ? std::floor((room - gap) * 0.55f) : room;
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < frame.layers.size(); ++i) draw_routed_words(frame, i, width);
  ImGui::EndGroup();
  if (beside) {
    move_cursor({start.x + width + gap, start.y});
  } else {
    ImGui::Dummy({0, em() * 0.3f});
  }
  ImGui::BeginGroup();
  draw_probabilities(frame);
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
