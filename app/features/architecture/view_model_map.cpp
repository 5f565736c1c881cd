// The model map: every block of the model with live numbers in it, every head as a live thumbnail. Script
// names: map.ATTENTION.LAYER.HEAD (map.decoder_self.0.2), map.ATTENTION.LAYER (the attention's block), and
// map.TENSOR for the other blocks (map.encoder.layers.0.feed_forward.activated, map.output.logits).
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/architecture/view_facts.h"
#include "app/features/architecture/view_model_map_draw.h"
#include "app/state/made_commands.h"
#include "app/state/tensor_groups.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_thumbnail.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "app/views/common/views.h"
#include "app/views/map/block_of.h"
#include "app/views/map/model_map_layout.h"
#include "app/views/map/model_map_stack.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"
#include "core/layers/recurrent_sites.h"
#include "core/models/model_sites.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {
namespace {

/// Sizes of the map, the same for every card.
struct CardMeasures {
  float width, pad, title, gap, cell, side, label;
  int columns;

  explicit CardMeasures(float room)
      : width(room),
        pad(std::floor(em() * 0.5f)),
        title(std::ceil(em() * 1.3f)),
        gap(std::floor(em() * 0.9f)),
        label(std::ceil(em() * 1.15f)) {
    columns = std::max(1, static_cast<int>((room - 2 * pad) / (em() * 5.2f)));
    cell = std::floor((room - 2 * pad) / float(columns));
    side = std::floor(em() * 2.4f);
  }
  int rows(std::size_t tensors) const { return (static_cast<int>(tensors) + columns - 1) / columns; }
  float height(std::size_t tensors) const {
    return title + float(rows(tensors)) * (side + label + pad * 0.6f) + pad * 0.6f;
  }
};

void draw_arrow(ImVec2 from, float length) {
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_faint;
  const float x = std::floor(from.x) + 0.5f, top = from.y - length + em() * 0.15f, half = em() * 0.2f;
  canvas.line({x, from.y}, {x, top + half}, ink, std::max(1.0f, em() / 11));
  canvas.triangle({x, top}, {x - half, top + half * 1.6f}, {x + half, top + half * 1.6f}, ink);
}

/// The group of the tensor on the stage; "" where the pass does not have the tensor.
std::string shown_group(const ViewModel& model) {
  const TraceTensor* shown = model.trace->find(value_name(model.state.chosen.shown_tensor()));
  return shown ? group_of(shown->place) : "";
}

void draw_card(const ViewModel& model, const TensorGroup& group, const Box& box, const CardMeasures& m,
               const Emit& emit) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const bool chosen = group.name == shown_group(model);
  canvas.fill(box, chosen ? p.accent_soft : blend(p.panel, p.raised, 0.6f), em() * 0.3f);
  if (chosen || theme().high_contrast)
    canvas.frame(box, chosen ? p.accent : p.border, em() * 0.3f, std::max(1.0f, em() / 12));
  const Box title{{box.min.x + m.pad, box.min.y + m.pad * 0.3f}, {box.max.x - m.pad, box.min.y + m.title}};
  draw_text_in(canvas, fonts().small, title, chosen ? p.text : p.text_dim, group.place.title());
  for (std::size_t i = 0; i < group.tensors.size(); ++i) {
    const auto row = float(static_cast<int>(i) / m.columns);
    const auto column = float(static_cast<int>(i) % m.columns);
    move_cursor({box.min.x + m.pad + column * m.cell,
                 box.min.y + m.title + m.pad * 0.3f + row * (m.side + m.label + m.pad * 0.6f)});
    draw_tensor_thumbnail(model, *group.tensors[i], "map." + group.tensors[i]->name,
                          {m.cell - em() * 0.3f, m.side}, emit);
  }
}

struct FollowedTensor {
  std::string name;
};

/// Brings the card of a newly shown tensor into sight.
void follow_shown(const ViewModel& model, const Box& card, float panel_top) {
  const std::string shown = model.state.chosen.shown_tensor();
  if (std::exchange(model.remembered<FollowedTensor>().name, shown) == shown) return;
  const Box seen = clip_box();
  if (card.min.y >= seen.min.y && card.max.y <= seen.max.y) return;
  ImGui::SetScrollFromPosY(card.centre().y - panel_top, 0.5f);
}

/// A model that is not a Transformer, part by part from its input at the bottom to its output. Script names:
/// map.TENSOR.
void draw_tensor_map(const ViewModel& model, const Emit& emit) {
  const std::vector<TensorGroup> groups = tensor_groups(*model.trace);
  const CardMeasures m(ImGui::GetContentRegionAvail().x);
  float total = -m.gap;
  for (const TensorGroup& group : groups) total += m.height(group.tensors.size()) + m.gap;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float slack = std::max(0.0f, ImGui::GetContentRegionAvail().y - total);
  float y = start.y + std::floor(slack / 2) + total;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const float height = m.height(groups[i].tensors.size());
    const Box box = box_at({start.x, y - height}, {m.width, height});
    draw_card(model, groups[i], box, m, emit);
    if (groups[i].name == shown_group(model)) follow_shown(model, box, ImGui::GetWindowPos().y);
    if (i + 1 < groups.size()) draw_arrow({box.centre().x, box.min.y}, m.gap);
    y -= height + m.gap;
  }
  move_cursor(start);
  ImGui::Dummy({m.width, total});
}

}  // namespace

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
    const std::string number = std::to_string(i);
    frame(!two_stacks()                              ? tr("layer {1}", number)
          : stack.name == model_sites::kEncoder.name ? tr("encoder layer {1}", number)
                                                     : tr("decoder layer {1}", number),
          bottom);
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

namespace {

/// The layout, until model or panel change.
struct ModelMapLayout {
  std::string options;
  float width = 0, height = 0, em = 0;
  ModelMap map;
};

const ModelMap& current_map(const ViewModel& model) {
  ModelMapLayout& cache = model.remembered<ModelMapLayout>();
  const ModelConfig& config = model.trace->config();
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 inner{ImGui::GetWindowWidth() - 2 * style.WindowPadding.x,
                     ImGui::GetWindowHeight() - 2 * style.WindowPadding.y};
  const std::string options = options_key(config);
  if (cache.options == options && cache.width == inner.x && cache.height == inner.y && cache.em == em())
    return cache.map;
  cache = {options, inner.x, inner.y, em(), layout_model_map(config, inner.x, inner.y, em())};
  if (cache.map.size.y > inner.y)
    cache.map = layout_model_map(config, inner.x - style.ScrollbarSize, inner.y, em());
  return cache.map;
}

Box placed(const Box& box, ImVec2 origin) {
  return {{origin.x + box.min.x, origin.y + box.min.y}, {origin.x + box.max.x, origin.y + box.max.y}};
}

bool inside_clip(const Box& box) { return !intersection(box, clip_box()).empty(); }

/// The token of the strips' vectors: the query's or the key's, whichever is on this side.
Index strip_token(const Selection& s, bool encoder) {
  if (encoder)
    return s.attention == AttentionKind::EncoderSelf ? s.query
           : s.attention == AttentionKind::Cross     ? s.key
                                                     : 0;
  return s.attention == AttentionKind::EncoderSelf ? 0 : s.query;
}

/// One row of a block's tensor: the vector of the selected token.
TensorSlice strip_of(const ViewModel& model, const std::string& tensor) {
  const TensorSlice all = matrix_slice(model.trace->find(tensor), 0, model.trace_version);
  if (all.empty()) return all;
  const Index token = std::min<Index>(
      strip_token(model.state.selection, all.tensor->place.text() == Text::Source), all.view.rows - 1);
  return row_range(all, token, 1);
}

/// Puts the whole tensor on the stage and chooses the cell of the selected feature, or the largest cell.
void show_strip(const ViewModel& model, const TensorSlice& strip, bool largest, const Emit& emit) {
  if (strip.empty()) return;
  int column = static_cast<int>(std::min<Index>(model.state.selection.feature, strip.view.cols - 1));
  for (int c = 0; largest && c < strip.view.cols; ++c) {
    if (strip.view.at(0, c) > strip.view.at(0, column)) column = c;
  }
  emit(show_command(strip.cell({0, column})));
}

void select_attention(const MapBlock& block, const Emit& emit) {
  emit({"select.attention", {std::string(attention_name(block.attention)), std::to_string(block.layer)}});
}

void block_tip(const MapBlock& block, const TensorSlice& strip) {
  if (strip.empty()) return;
  begin_tooltip();
  ImGui::TextUnformatted(std::string(tr(strip.tensor->site->title)).c_str());
  if (const std::string place = block.place.title(); !place.empty()) dim_text(place);
  value_line(tr("tensor"), block.tensor);
  value_line(tr("shape"), strip.tensor->shape.text());
  if (block.kind != MapKind::Attention)
    value_line(tr("shown"), tr("vector of token {1}", std::to_string(strip.origin[strip.origin.size() - 2])));
  end_tooltip();
}

/// What covers a block, and whether it is the chosen one.
struct BlockState {
  bool covered = false;  ///< the pointer is on a head
  bool chosen = false;
};

void draw_block(const ViewModel& model, const MapBlock& block, ImVec2 origin, BlockState state,
                const Emit& emit) {
  const Box box = placed(block.box, origin);
  const std::string name = "map." + block_name(block);
  if (!inside_clip(box)) return mark(name, box);
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const bool hovered = ImGui::IsItemHovered() && !state.covered;
  const TensorSlice strip = strip_of(model, block.tensor);
  draw_map_block(block, box, strip, {hovered, state.chosen});
  if (hovered) block_tip(block, strip);
  if (!pressed) return;
  const bool output = block.kind == MapKind::Logits || block.kind == MapKind::Softmax;
  block.kind == MapKind::Attention ? select_attention(block, emit) : show_strip(model, strip, output, emit);
}

/// Returns whether the pointer is on the head.
bool draw_head(const ViewModel& model, const MapHead& head, ImVec2 origin, const Emit& emit) {
  const Box box = placed(head.box, origin);
  const std::string name = head_name(head.attention, head.layer, head.head);
  if (!inside_clip(box)) return mark("map." + name, box), false;
  const Selection own = head.selection(), &s = model.state.selection;
  const TensorSlice weights =
      matrix_slice(model.trace->find(stage_tensor(own, Stage::Softmax)), head.head, model.trace_version);
  ThumbnailOptions o;
  o.scale = weight_scale(weights.view);
  o.size = box.size();
  o.selected = s.attention == head.attention && s.layer == head.layer && s.head == head.head;
  o.ablated = head_is_out(*model.trace, own);
  o.edited = weights.tensor && weights.tensor->edited;
  o.target = "map." + name;
  o.tooltip = breadcrumb(own, model.trace->config().causal);
  move_cursor(box.min);
  const ThumbnailResult r = thumbnail(name.c_str(), weights.view, o);
  if (r.clicked)
    emit({"select.attention",
          {std::string(attention_name(head.attention)), std::to_string(head.layer),
           std::to_string(head.head)}});
  if (!weights.empty()) hover_grid(attention_grid(r.cells, own, weights.view.rows, weights.view.cols));
  if (head_hovered(own)) window_canvas().unrecorded().frame(box, theme().palette.accent, em() * 0.25f);
  return r.hovered;
}

struct FollowedBlock {
  std::string tensor;
  float height = 0;  ///< of the map
  friend bool operator==(const FollowedBlock&, const FollowedBlock&) = default;
};

/// Brings the block of a newly chosen tensor into sight.
void follow_chosen(const ViewModel& model, const ModelMap& map, const MapBlock* chosen) {
  const FollowedBlock now{chosen ? chosen->tensor : "", map.size.y};
  if (std::exchange(model.remembered<FollowedBlock>(), now) == now || !chosen) return;
  const float view = ImGui::GetWindowHeight(), top = ImGui::GetScrollY();
  if (chosen->box.min.y < top || chosen->box.max.y > top + view)
    ImGui::SetScrollY(std::max(0.0f, chosen->box.centre().y - view / 2));
}

void draw_map(const ViewModel& model, const ModelMap& map, const MapBlock* chosen, ImVec2 origin,
              const Emit& emit) {
  draw_map_layers(map, {origin});
  draw_map_arrows(map, {origin});
  // Heads come before their blocks: the item submitted first gets the pointer.
  const Canvas canvas = window_canvas();
  canvas.split_layers(2);
  canvas.layer(1);
  bool on_head = false;
  for (const MapHead& head : map.heads) on_head = draw_head(model, head, origin, emit) || on_head;
  canvas.layer(0);
  for (const MapBlock& block : map.blocks)
    draw_block(model, block, origin, {on_head, &block == chosen}, emit);
  canvas.merge_layers();
}

}  // namespace

void draw_model_map(const ViewModel& model, const Emit& emit) {
  if (!model.trace) return empty_note(model.loading ? tr("Opening…") : tr("No model is open yet."));
  if (attentions_of(model.trace->config()).empty()) return draw_tensor_map(model, emit);
  const ModelMap& map = current_map(model);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  // A map that is lower than its panel is centered in it.
  const float slack = ImGui::GetContentRegionAvail().y - map.size.y;
  const ImVec2 origin{start.x, start.y + std::floor(std::max(0.0f, slack * 0.5f))};
  const MapBlock* const chosen = chosen_block(map, model);
  follow_chosen(model, map, chosen);
  draw_map(model, map, chosen, origin, emit);
  move_cursor(start);
  ImGui::Dummy(map.size);
}

}  // namespace attnlab
