// Blocks, arrows and residual paths of one stack.
#include "app/views/map/model_map_stack.h"

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/norm_kind.h"
#include "core/layers/norm_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/encoder_parts.h"
#include "core/models/model.h"

namespace attnlab {

namespace {

/// The block that represents a pooling.
struct PoolingBlock {
  std::string_view name;  ///< in pooling_kinds()
  MapKind kind;
};
constexpr PoolingBlock kPoolingBlocks[] = {{"cls", MapKind::ClassVector},
                                           {"mean", MapKind::Mean},
                                           {"first", MapKind::FirstPosition},
                                           {"last", MapKind::LastState}};

MapKind pooling_block(std::string_view pooling) {
  return row_named(kPoolingBlocks, "block for the pooling", pooling).kind;
}

}  // namespace

void move_down(Box& box, float by) { box.min.y += by, box.max.y += by; }

void move_down(ModelMap& map, float by) {
  for (MapBlock& b : map.blocks) move_down(b.box, by);
  for (MapHead& h : map.heads) move_down(h.box, by);
  for (MapBadge& b : map.badges) move_down(b.box, by);
  for (MapLayer& l : map.layers) move_down(l.box, by), move_down(l.label, by);
  for (MapText& t : map.texts) move_down(t.box, by);
  for (MapArrow& a : map.arrows) {
    for (ImVec2& p : a.points) p.y += by;
  }
}

float MapMeasures::attention() const {
  const auto rows = float(head_rows);
  if (wide()) return std::max(rows * head + (rows - 1) * head_gap, em * 3.1f) + 2 * pad();
  return text() + rows * head + (rows - 1) * head_gap + 2 * pad();
}

void MapStack::inputs(const Part& part, const std::string& shown) {
  text(shown);
  const bool patches = &part == &model_sites::kPicture;
  const MapKind kind = patches ? MapKind::Patches : MapKind::Embedding;
  const Place place = Place().inside(part);
  const Site& vectors = config_.segments > 0 ? input_sites::kWithSegments : input_sites::kEmbedding;
  const MapTensor tensor{place, patches ? model_sites::kProjection : vectors};
  if (adds_positions()) {
    sum_with_positions(kind, tensor);
  } else {
    gap(m_.small_gap());
    block(kind, tensor, m_.vector());
  }
  if (config_.input_norm) norm_block(place.inside(input_sites::kInputNorm));
}

void MapStack::norm_block(const Place& place) {
  gap(m_.gap());
  block(MapKind::Norm, {place, norm_kind(config_.norm_kind).output}, m_.bar());
}

void MapStack::sum_with_positions(MapKind kind, const MapTensor& tensor) {
  const Place& place = tensor.place;
  y_ -= m_.small_gap();
  const auto [left, right] = pair(kind, tensor, MapKind::Positions, {place, input_sites::kPositions});
  y_ -= m_.gap();
  const Box sum = circle({place, input_sites::kInput});
  const float middle = sum.centre().y;
  for (const Box& from : {left, right}) {
    const float side = from.centre().x < trunk() ? sum.min.x : sum.max.x;
    arrow(MapArrow::Kind::Flow, {{from.centre().x, from.min.y}, {from.centre().x, middle}, {side, middle}});
  }
}

void MapStack::source_inputs() {
  const bool picture = has_picture(format_of(config_));
  inputs(picture ? model_sites::kPicture : model_sites::kSource, picture ? tr("picture") : tr("source"));
}

void MapStack::lone_inputs() {
  const Format format = format_of(config_);
  if (has_picture(format)) return source_inputs();
  inputs(has_source(format) ? model_sites::kSource : model_sites::kTarget, tr("text"));
}

void MapStack::layers(const Part& stack, AttentionKind self, bool cross, std::vector<Box>& crosses) {
  for (Index i = 0; i < layers_in(config_, stack); ++i) layer(stack, i, self, cross, crosses);
  if (placement().ends_stack) norm_block(Place().inside(stack).inside(norm_sites::kFinalNorm));
}

void MapStack::layer(const Part& stack, Index index, AttentionKind self, bool cross,
                     std::vector<Box>& crosses) {
  const Place place = Place().inside(stack).inside(kLayers, index);
  gap(m_.gap() + m_.small_gap());
  const float bottom = y_ + m_.gap();
  entered_ = y_;
  attention(place, block_sites::kAroundSelfAttention, self, index);
  if (cross) {
    gap(m_.gap());
    crosses.push_back(attention(place, block_sites::kAroundCrossAttention, AttentionKind::Cross, index));
  }
  if (has_feed_forward(config_)) feed_forward(place);
  const std::string number = std::to_string(index);
  frame(!two_stacks()                      ? tr("layer {1}", number)
        : &stack == &model_sites::kEncoder ? tr("encoder layer {1}", number)
                                           : tr("decoder layer {1}", number),
        bottom);
}

void MapStack::feed_forward(const Place& layer) {
  gap(m_.gap());
  sublayer(layer, block_sites::kAroundFeedForward, [&] {
    const Place network = layer.inside(block_sites::kFeedForward);
    return config_.experts > 0
               ? block(MapKind::Experts, {network.inside(expert_sites::kRouter), expert_sites::kGates},
                       m_.vector())
               : block(MapKind::FeedForward, {network, feed_forward_sites::kActivated}, m_.vector());
  });
}

void MapStack::outputs() {
  const Format format = format_of(config_);
  if (gives_class(format)) {
    gap(m_.gap());
    block(pooling_block(config_.pooling), {Place().inside(model_sites::kPooling), model_sites::kPooled},
          m_.bar());
  }
  const Place output = Place().inside(model_sites::kOutput);
  if (const OutputLayerKind& layer = output_layer_kind(config_.output_layer); layer.is_there()) {
    gap(m_.gap());
    block(MapKind::OutputLayer, {output, output_layer_sites(config_).activated}, m_.vector());
    if (layer.normed && placement().has_norms()) norm_block(output.inside(model_sites::kOutputNorm));
  }
  gap(m_.gap() + m_.small_gap());
  block(MapKind::Logits, {output, output_sites(config_).logits}, m_.vector());
  gap(m_.gap());
  block(MapKind::Softmax, {output, output_sites(config_).probabilities}, m_.vector());
}

void MapStack::add(MapKind kind, const MapTensor& tensor, const Box& box) {
  map_.blocks.push_back(
      {.kind = kind, .place = tensor.place, .tensor = full_name(tensor.place, tensor.site), .box = box});
}

void MapStack::arrow(MapArrow::Kind kind, std::vector<ImVec2> points) {
  map_.arrows.push_back({kind, std::move(points)});
}

void MapStack::text(const std::string& words) {
  map_.texts.push_back({words, {{left_, y_ - m_.text()}, {left_ + width_, y_}}});
  y_ -= m_.text();
}

void MapStack::gap(float height) {
  if (!arrow_waits_) arrow_from_ = y_;
  arrow_waits_ = true;
  y_ -= height;
}

void MapStack::finish_flow() {
  if (arrow_waits_) arrow(MapArrow::Kind::Flow, {{trunk(), arrow_from_}, {trunk(), y_}});
  arrow_waits_ = false;
}

Box MapStack::block(MapKind kind, const MapTensor& tensor, float height) {
  finish_flow();
  const Box box{{left_, y_ - height}, {left_ + width_, y_}};
  add(kind, tensor, box);
  y_ = box.min.y;
  return box;
}

Box MapStack::circle(const MapTensor& tensor) {
  finish_flow();
  const float side = m_.sum();
  const Box box{{trunk() - side / 2, y_ - side}, {trunk() + side / 2, y_}};
  add(MapKind::Sum, tensor, box);
  y_ = box.min.y;
  return box;
}

float MapStack::lane_x() const {
  const float out = m_.lane() * 0.6f;
  return mirrored_ ? left_ - out : left_ + width_ + out;
}

void MapStack::residual(float from, const Box& to) {
  const float side = mirrored_ ? to.min.x : to.max.x, y = to.centre().y;
  arrow(MapArrow::Kind::Residual, {{trunk(), from}, {lane_x(), from}, {lane_x(), y}, {side, y}});
}

void MapStack::read_beside(const Box& to) {
  const float x = left_ - m_.lane() * 0.4f, fork = entered_ + m_.gap() * 0.55f, y = to.centre().y;
  arrow(MapArrow::Kind::Flow, {{trunk(), fork}, {x, fork}, {x, y}, {to.min.x, y}});
}

Box MapStack::sublayer(const Place& layer, const block_sites::Sublayer& parts,
                       const std::function<Box()>& branch) {
  const MapTensor norm{layer.inside(parts.norm), norm_kind(config_.norm_kind).output};
  const bool beside = config_.parallel && &parts.network == &block_sites::kFeedForward;
  const float fork = beside ? arrow_from_ : y_ + m_.gap() * 0.55f;
  const std::size_t first = map_.blocks.size();
  if (beside) arrow_waits_ = false;
  if (placement().before()) {
    block(MapKind::Norm, norm, m_.bar());
    gap(m_.small_gap());
  }
  const Box made = branch();
  if (beside) read_beside(map_.blocks[first].box);
  gap(m_.small_gap());
  residual(fork, placement().after() ? block(MapKind::AddNorm, norm, m_.bar())
                                     : circle({layer.inside(parts.residual), block_sites::kResidual}));
  return made;
}

Box MapStack::attention(const Place& layer, const block_sites::Sublayer& parts, AttentionKind kind,
                        Index index) {
  return sublayer(layer, parts, [&] {
    const Box box =
        block(MapKind::Attention, {layer.inside(parts.network), attention_sites::kWeights}, m_.attention());
    map_.blocks.back().attention = kind;
    map_.blocks.back().causal = hides_later(kind);
    map_.blocks.back().layer = index;
    heads(box, kind, index);
    if (m_.wide()) badges(box, kind, index);
    return box;
  });
}

void MapStack::heads(const Box& box, AttentionKind kind, Index layer) {
  const float step = m_.head + m_.head_gap;
  const float used = float(m_.heads_in_row) * step - m_.head_gap;
  const float high = float(m_.head_rows) * step - m_.head_gap;
  const float x0 = std::floor((box.min.x + m_.caption + box.max.x - used) / 2);
  const float y0 = m_.wide() ? std::floor(box.centre().y - high / 2) : box.min.y + m_.text() + m_.pad();
  for (Index head = 0; head < config_.heads; ++head) {
    const auto row = float(head / m_.heads_in_row);
    const auto column = float(head % m_.heads_in_row);
    map_.heads.push_back(
        {kind, layer, head, box_at({x0 + column * step, y0 + row * step}, {m_.head, m_.head})});
  }
}

void MapStack::badges(const Box& box, AttentionKind kind, Index layer) {
  const bool causal = hides_later(kind), self = kind != AttentionKind::Cross;
  const std::string rule = self ? config_.mask.of_layer(layer).text() : "";
  const std::string mask = causal ? (rule.empty() ? tr("causal") : tr("causal {1}", rule))
                                  : (rule.empty() ? tr("no mask") : tr("window {1}", rule));
  const float high = std::ceil(m_.em * 1.05f), y = box.max.y - m_.pad() - high;
  float x = box.min.x + std::floor(m_.em * 0.4f);
  const auto badge = [&](MapBadge::Kind what, const std::string& words, std::string_view term, float width) {
    map_.badges.push_back({what, words, term, kind, layer, box_at({x, y}, {std::ceil(m_.em * width), high})});
    x += std::ceil(m_.em * (width + 0.3f));
  };
  badge(MapBadge::Kind::Mask, mask, causal ? "causal mask" : "mask", rule.empty() ? 4.2f : 5.2f);
  const PositionScheme& scheme = position_scheme(config_.positions);
  if (self && scheme.in_attention())
    badge(MapBadge::Kind::Positions, std::string(tr(scheme.title)), scheme.term, 3.0f);
}

void MapStack::frame(const std::string& name, float bottom) {
  const float out = m_.lane() + m_.label(), edge = m_.edge(config_);
  const Box box{{left_ - (mirrored_ ? out : edge), y_ - m_.small_gap()},
                {left_ + width_ + (mirrored_ ? edge : out), bottom}};
  const float x = mirrored_ ? box.min.x : box.max.x - m_.label();
  map_.layers.push_back({name, box, {{x, box.min.y}, {x + m_.label(), box.max.y}}});
}

}  // namespace attnlab
