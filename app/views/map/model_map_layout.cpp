// Places the stacks of a model and chooses the size of its heads.
#include "app/views/map/model_map_layout.h"

#include <algorithm>
#include <cmath>

#include "app/views/map/model_map_stack.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"

namespace attnlab {
namespace {

// Sides of a head's thumbnail, in em.
constexpr float kLeastHead = 1.3f, kMostHead = 4.2f, kScrolledHead = 2.4f;
/// Least factor on the height of everything but heads, and by how much it falls at a time.
constexpr float kLeastSqueeze = 0.7f, kSqueezeStep = 0.05f;

/// Arrows from the encoder's output to every cross-attention, along one vertical line at `x`.
void connect_memory(ModelMap& map, ImVec2 from, float x, const std::vector<Box>& crosses, float up) {
  for (const Box& cross : crosses) {
    const ImVec2 end{cross.min.x, cross.centre().y};
    map.arrows.push_back(
        {MapArrow::Kind::Memory, {from, {from.x, from.y - up}, {x, from.y - up}, {x, end.y}, end}});
  }
}

bool side_by_side(float width, float em) { return width >= em * 17.5f; }

void lay_side_by_side(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const float outer = m.lane() + m.label(), gutter = std::ceil(m.em * 1.3f), edge = m.pad();
  const float column = std::floor((width - 2 * outer - gutter) / 2);
  MapStack encoder(map, c, m, outer, column, true);
  std::vector<Box> crosses;
  encoder.source_inputs();
  encoder.layers(model_sites::kEncoder, AttentionKind::EncoderSelf, false, crosses);
  MapStack decoder(map, c, m, outer + column + gutter, column, false);
  decoder.inputs(model_sites::kTarget, tr("target"));
  decoder.layers(model_sites::kDecoder, AttentionKind::DecoderSelf, true, crosses);
  decoder.outputs();
  connect_memory(map, {encoder.trunk(), encoder.top()}, outer + column + gutter / 2 + edge * 0.5f, crosses,
                 m.gap());
  map.size = {width, -std::min(decoder.top(), encoder.top() - m.gap())};
}

/// One column for all: the decoder above the encoder, or a lone stack.
void lay_column(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const ArchitectureKind& architecture = architecture_of(c);
  const bool pair = architecture.has_two_stacks();
  const float outer = m.lane() + m.label(), left = pair ? std::ceil(m.em * 0.9f) : m.edge(c);
  const float column = width - outer - left;
  std::vector<Box> crosses;
  ModelMap below;
  float floor = 0;
  if (pair) {
    MapStack encoder(below, c, m, left, column, false);
    encoder.source_inputs();
    encoder.layers(model_sites::kEncoder, AttentionKind::EncoderSelf, false, crosses);
    floor = encoder.top() - m.gap() * 2.5f;
  }
  MapStack decoder(map, c, m, left, column, false);  // or a lone encoder
  pair ? decoder.inputs(model_sites::kTarget, tr("target")) : decoder.lone_inputs();
  decoder.layers(architecture.last_stack(),
                 architecture.target_stack ? AttentionKind::DecoderSelf : AttentionKind::EncoderSelf, pair,
                 crosses);
  decoder.outputs();
  move_down(map, floor);
  for (Box& cross : crosses) move_down(cross, floor);
  if (pair) connect_memory(map, {left + column / 2, floor + m.gap() * 2.5f}, left * 0.35f, crosses, m.gap());
  map.blocks.insert(map.blocks.end(), below.blocks.begin(), below.blocks.end());
  map.heads.insert(map.heads.end(), below.heads.begin(), below.heads.end());
  map.arrows.insert(map.arrows.end(), below.arrows.begin(), below.arrows.end());
  map.layers.insert(map.layers.end(), below.layers.begin(), below.layers.end());
  map.texts.insert(map.texts.end(), below.texts.begin(), below.texts.end());
  map.size = {width, -(decoder.top() + floor)};
}

ModelMap lay_out_panel(const ModelConfig& c, const MapMeasures& m, float width) {
  ModelMap map;
  const bool pair = architecture_of(c).has_two_stacks() && side_by_side(width, m.em);
  pair ? lay_side_by_side(map, c, m, width) : lay_column(map, c, m, width);
  move_down(map, map.size.y);
  map.head_side = m.head;
  return map;
}

/// Makes heads smaller, down to `least`, until the map is `height` high.
ModelMap shrink_heads(const ModelConfig& c, MapMeasures& m, float width, float height, float least) {
  ModelMap map = lay_out_panel(c, m, width);
  const auto rows = float(map.heads.size()) / float(m.heads_in_row);
  // Of stacks side by side only the higher counts, with two thirds of all attentions.
  const bool pair = architecture_of(c).has_two_stacks() && side_by_side(width, m.em);
  const float share = pair ? rows * 2 / 3 : rows;
  const float wanted = std::floor(m.head - (map.size.y - height) / share - 0.5f);
  if (map.size.y <= height || m.head <= least) return map;
  m.head = std::max(wanted, std::floor(least));
  return lay_out_panel(c, m, width);
}

/// Whether the map would be too high with the smallest heads and the least room. The map of a deep model is.
bool fits_in_no_way(const ModelConfig& c, MapMeasures m, float width, float height) {
  while (m.squeeze > kLeastSqueeze) m.squeeze -= kSqueezeStep;
  m.head = std::floor(std::min(m.head, m.em * kLeastHead));
  return lay_out_panel(c, m, width).size.y > height;
}

/// The map that scrolls.
ModelMap without_squeezing(const ModelConfig& c, MapMeasures& m, float width, float largest) {
  m.squeeze = 1;
  m.head = std::min(largest, m.em * kScrolledHead);
  return lay_out_panel(c, m, width);
}

/// Smaller heads, then less room between blocks, then still smaller heads; if that is not enough, the
/// map scrolls and needs no squeezing.
ModelMap fit(const ModelConfig& c, MapMeasures& m, float width, float height) {
  const float largest = m.head;
  m.squeeze = 1;
  if (fits_in_no_way(c, m, width, height)) return without_squeezing(c, m, width, largest);
  ModelMap map = shrink_heads(c, m, width, height, std::min(largest, m.em * kScrolledHead));
  while (map.size.y > height && m.squeeze > kLeastSqueeze) {
    m.squeeze -= kSqueezeStep;
    map = lay_out_panel(c, m, width);
  }
  if (map.size.y > height) map = shrink_heads(c, m, width, height, std::min(largest, m.em * kLeastHead));
  return map.size.y <= height ? map : without_squeezing(c, m, width, largest);
}

/// Width of a block for this panel.
float block_width(const ModelConfig& c, const MapMeasures& m, float width) {
  const float outer = m.lane() + m.label();
  if (!architecture_of(c).has_two_stacks()) return width - outer - m.edge(c);
  if (!side_by_side(width, m.em)) return width - outer - std::ceil(m.em * 0.9f);
  return std::floor((width - 2 * outer - std::ceil(m.em * 1.3f)) / 2);
}

}  // namespace

Selection MapHead::selection() const {
  Selection s;
  s.attention = attention;
  s.layer = layer;
  s.head = head;
  return s;
}

std::string head_name(AttentionKind attention, Index layer, Index head) {
  return std::string(attention_name(attention)) + "." + std::to_string(layer) + "." + std::to_string(head);
}

std::string block_name(const MapBlock& block) {
  if (block.kind != MapKind::Attention) return block.tensor;
  return std::string(attention_name(block.attention)) + "." + std::to_string(block.layer);
}

ModelMap layout_model_map(const ModelConfig& config, float width, float height, float em) {
  if (!is_transformer(config)) return {};
  MapMeasures m;
  m.em = em;
  m.head_gap = std::floor(em * 0.2f);
  const float room = std::max(block_width(config, m, width) - 2 * m.pad(), em);
  const int heads = static_cast<int>(config.heads);
  ModelMap best, scrolled;
  // Fewer heads in a row are larger, but make the map higher: the largest heads that fit win. Where none fit,
  // the lowest map with distinguishable heads wins.
  for (int in_row = heads; in_row >= 1; --in_row) {
    const float side = std::floor((room + m.head_gap) / float(in_row) - m.head_gap);
    const int rows = (heads + in_row - 1) / in_row;
    const bool uneven = in_row > (heads + rows - 1) / rows;  // as many rows with fewer in each: larger heads
    if (uneven || (side < em * kLeastHead && in_row > 1)) continue;
    m.heads_in_row = in_row;
    m.head_rows = rows;
    m.head = std::min(side, em * kMostHead);
    ModelMap map = fit(config, m, width, height);
    if (map.size.y <= height) {
      if (best.blocks.empty() || m.head > best.head_side) best = std::move(map);
    } else if (scrolled.head_side < em * kScrolledHead * 0.75f && map.head_side > scrolled.head_side) {
      scrolled = std::move(map);
    } else {
      break;
    }
  }
  return best.blocks.empty() ? scrolled : best;
}

}  // namespace attnlab
