// The map of any model at its own size: encoder left, decoder right, as in the figure of 2017.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/views/map/model_map_layout.h"
#include "app/views/map/model_map_stack.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/alignment_kind.h"
#include "core/layers/alignment_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/model_sites.h"
#include "core/ops/recurrent/cell_sites.h"

namespace attnlab {
namespace {

// In pixels of the map: between two columns, and above and below them for the arrows.
constexpr float kFoldGutter = 28, kFoldMargin = 14;

/// One column: the part of the high map from `top` to `bottom`, and its place in the folded map.
struct FoldedPart {
  float top, bottom;
  ImVec2 by;
};

class Fold {
 public:
  Fold(const ModelMap& map, int columns) {
    const std::size_t layers = map.layers.size(), count = static_cast<std::size_t>(columns);
    const std::size_t each = (layers + count - 1) / count;
    float bottom = map.size.y;
    for (std::size_t above = each; above < layers; above += each) {
      const float cut = map.layers[above - 1].box.min.y;
      parts_.push_back({cut, bottom, {}});
      bottom = cut;
    }
    parts_.push_back({0, bottom, {}});
    step_ = map.size.x + kFoldGutter;
    float highest = 0;
    for (const FoldedPart& part : parts_) highest = std::max(highest, part.bottom - part.top);
    base_ = highest + kFoldMargin;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      parts_[i].by = {step_ * float(i), base_ - parts_[i].bottom};
    size = {step_ * float(parts_.size()) - kFoldGutter, base_ + kFoldMargin};
  }

  std::size_t part_of(float y) const {
    std::size_t i = 0;
    while (i + 1 < parts_.size() && y <= parts_[i].top) ++i;
    return i;
  }
  void move(Box& box) const {
    const ImVec2 by = parts_[part_of(box.centre().y)].by;
    box.min = {box.min.x + by.x, box.min.y + by.y};
    box.max = {box.max.x + by.x, box.max.y + by.y};
  }
  ImVec2 moved(ImVec2 at) const {
    const ImVec2 by = parts_[part_of(at.y)].by;
    return {at.x + by.x, at.y + by.y};
  }
  /// An arrow across a cut goes up, over to the gutter, down, and to the next column's first block.
  void move(MapArrow& arrow) const {
    const std::size_t from = part_of(arrow.points.front().y), to = part_of(arrow.points.back().y);
    for (ImVec2& p : arrow.points) p = moved(p);
    if (from == to) return;
    const ImVec2 start = arrow.points.front(), end = arrow.points.back();
    const float gutter = step_ * float(to) - kFoldGutter / 2,
                above = parts_[from].top + parts_[from].by.y - kFoldMargin / 2,
                below = base_ + kFoldMargin / 2;
    arrow.points = {start, {start.x, above}, {gutter, above}, {gutter, below}, {end.x, below}, end};
  }

  ImVec2 size;

 private:
  std::vector<FoldedPart> parts_;
  float step_ = 0, base_ = 0;
};

/// The number of columns that makes the map largest in a view of this aspect, width to height; 1 for 0.
int best_columns(const ModelMap& map, float aspect) {
  int best = 1;
  float largest = std::min(aspect / map.size.x, 1 / map.size.y);
  for (int columns = 2; aspect > 0 && columns <= static_cast<int>(map.layers.size()); ++columns) {
    const ImVec2 size = Fold(map, columns).size;
    const float scale = std::min(aspect / size.x, 1 / size.y);
    if (scale > largest * 1.1f) best = columns, largest = scale;
  }
  return best;
}

/// The map cut between layers into columns from left to right, with an arrow from the top of each column to
/// the bottom of the next. One column gives `map`.
ModelMap folded(const ModelMap& map, int columns) {
  if (columns <= 1) return map;
  const Fold fold(map, columns);
  ModelMap result = map;
  for (MapBlock& b : result.blocks) fold.move(b.box);
  for (MapHead& h : result.heads) fold.move(h.box);
  for (MapBadge& b : result.badges) fold.move(b.box);
  for (MapLayer& l : result.layers) fold.move(l.box), fold.move(l.label);
  for (MapText& t : result.texts) fold.move(t.box);
  for (MapArrow& a : result.arrows) fold.move(a);
  result.size = fold.size;
  return result;
}

// Sizes of the map, in em.
constexpr float kCaption = 9.4f, kHead = 3, kLeastWidth = 22, kGutter = 2.6f;
/// The most that a block, and its caption, may be wider than necessary.
constexpr float kMostWider = 32, kMostCaption = 7;

MapMeasures measures_for(const ModelConfig& c) {
  MapMeasures m;
  m.em = kBaseEm;
  m.squeeze = 0.85f;
  m.caption = std::ceil(m.em * kCaption);
  m.head = std::floor(m.em * kHead);
  m.head_gap = std::floor(m.em * 0.25f);
  const int heads = is_transformer(c) ? static_cast<int>(c.heads) : 1;
  m.heads_in_row = heads <= 6 ? heads : std::min((heads + 1) / 2, 8);
  m.head_rows = (heads + m.heads_in_row - 1) / m.heads_in_row;
  return m;
}

/// The narrowest width for captions and heads.
float least_width(const MapMeasures& m) {
  const float heads = float(m.heads_in_row) * (m.head + m.head_gap);
  return std::ceil(std::max(m.em * kLeastWidth, m.caption + heads + 3 * m.pad()));
}

void connect(ModelMap& map, const MapStack& from, float x, const Box& to, float up) {
  const ImVec2 start{from.trunk(), from.top()}, end{to.min.x, to.centre().y};
  map.arrows.push_back(
      {MapArrow::Kind::Memory, {start, {start.x, start.y - up}, {x, start.y - up}, {x, end.y}, end}});
}

const MapTensor kAlignmentWeights{Place().inside(alignment_sites::kAlignment), alignment_sites::kWeights};

/// The box of the first block of this tensor.
const Box& box_of(const ModelMap& map, const MapTensor& tensor) {
  return std::ranges::find(map.blocks, full_name(tensor.place, tensor.site), &MapBlock::tensor)->box;
}

struct StackColumns {
  float outer, left, right, width, memory;  ///< x of both columns, and of the line between them
};

StackColumns columns_of(const MapMeasures& m, float width) {
  const float outer = m.lane() + m.label() + m.pad(), gutter = std::ceil(m.em * kGutter);
  return {outer, outer, outer + width + gutter, width, outer + width + gutter / 2};
}

void lay_transformer_pair(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const StackColumns at = columns_of(m, width);
  MapStack encoder(map, c, m, at.left, at.width, true);
  std::vector<Box> crosses;
  encoder.source_inputs();
  encoder.layers(model_sites::kEncoder, AttentionKind::EncoderSelf, false, crosses);
  MapStack decoder(map, c, m, at.right, at.width, false);
  decoder.inputs(model_sites::kTarget, tr("target"));
  decoder.layers(model_sites::kDecoder, AttentionKind::DecoderSelf, true, crosses);
  decoder.outputs();
  for (const Box& cross : crosses) connect(map, encoder, at.memory, cross, m.gap());
  map.size = {at.right + at.width + at.outer, -std::min(decoder.top(), encoder.top() - m.gap())};
}

/// A recurrent encoder–decoder: the decoder starts from the encoder's last state, and may have an alignment.
void lay_recurrent_pair(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const StackColumns at = columns_of(m, width);
  MapStack encoder(map, c, m, at.left, at.width, true);
  encoder.source_inputs();
  encoder.recurrent_layers(model_sites::kEncoder, c.bidirectional);
  MapStack decoder(map, c, m, at.right, at.width, false);
  decoder.inputs(model_sites::kTarget, tr("target"));
  const AlignmentKind& alignment = alignment_kind(c.alignment);
  if (alignment.when == AlignmentKind::When::BeforeEachStep)
    decoder.single(MapKind::Alignment, kAlignmentWeights);
  decoder.recurrent_layers(model_sites::kDecoder, false);
  if (alignment.when == AlignmentKind::When::AfterAllSteps) {
    decoder.single(MapKind::Alignment, kAlignmentWeights);
    decoder.single(MapKind::Attentional, {kAlignmentWeights.place, alignment_sites::kAttentional});
  }
  decoder.outputs();
  const Box first =
      box_of(map, {Place().inside(model_sites::kDecoder).inside(kRecurrentLayers, 0), cell_sites::kHidden});
  if (c.bidirectional) {
    const MapStack below = encoder;
    encoder.first_states(model_sites::kDecoder, model_sites::kInitialHidden);
    if (alignment.looks_back()) connect(map, below, at.memory, box_of(map, kAlignmentWeights), m.gap() / 2);
  } else if (alignment.looks_back()) {
    connect(map, encoder, at.memory, box_of(map, kAlignmentWeights), m.gap());
  }
  connect(map, encoder, at.memory + m.pad(), first, m.gap());
  map.size = {at.right + at.width + at.outer, -std::min(decoder.top(), encoder.top() - m.gap())};
}

/// A recurrent decoder that starts from the one vector of a picture.
void lay_recurrent_picture(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const StackColumns at = columns_of(m, width);
  MapStack picture(map, c, m, at.left, at.width, true);
  picture.vector_input(tr("picture"), MapKind::PictureVector,
                       {Place().inside(model_sites::kPicture), model_sites::kPictureVector});
  picture.first_states(model_sites::kDecoder, model_sites::kPictureState);
  MapStack decoder(map, c, m, at.right, at.width, false);
  decoder.inputs(model_sites::kTarget, tr("target"));
  decoder.recurrent_layers(model_sites::kDecoder, false);
  decoder.outputs();
  const Box first =
      box_of(map, {Place().inside(model_sites::kDecoder).inside(kRecurrentLayers, 0), cell_sites::kHidden});
  connect(map, picture, at.memory + m.pad(), first, m.gap());
  map.size = {at.right + at.width + at.outer, -std::min(decoder.top(), picture.top() - m.gap())};
}

void lay_recurrent(MapStack& stack, const ModelConfig& c) {
  stack.lone_inputs();
  stack.recurrent_layers(model_sites::kRecurrent, c.bidirectional);
  stack.outputs();
}

void lay_word_vectors(MapStack& stack, const ModelConfig&) {
  const Place source = Place().inside(model_sites::kSource), output = Place().inside(model_sites::kOutput);
  const auto [words, candidates] =
      stack.pair(MapKind::Words, {source, input_sites::kEmbedding}, MapKind::Candidates,
                 {Place().inside(model_sites::kCandidates), input_sites::kEmbedding});
  const Box mean = stack.above(words, MapKind::Mean, {source, model_sites::kSourceMean});
  stack.join({mean, candidates},
             stack.joined(MapKind::Products, {output, model_sites::kEachCandidate.logits}));
  stack.single(MapKind::Sigmoid, {output, model_sites::kEachCandidate.probabilities});
}

void lay_superposition(MapStack& stack, const ModelConfig&) {
  stack.vector_input(tr("numbers"), MapKind::FeatureSum,
                     {Place().inside(model_sites::kSource), model_sites::kFeatureSum});
  stack.single(MapKind::Numbers, {Place().inside(model_sites::kOutput), model_sites::kEachNumber.logits});
}

void lay_transformer(MapStack& stack, const ModelConfig& c) {
  const ArchitectureKind& architecture = architecture_of(c);
  std::vector<Box> crosses;
  stack.lone_inputs();
  stack.layers(architecture.last_stack(),
               architecture.target_stack ? AttentionKind::DecoderSelf : AttentionKind::EncoderSelf, false,
               crosses);
  stack.outputs();
}

/// A model with one column.
template <void (*lay)(MapStack&, const ModelConfig&)>
void lay_alone(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width) {
  const StackColumns at = columns_of(m, width);
  MapStack stack(map, c, m, m.edge(c), at.width, false);
  lay(stack, c);
  map.size = {m.edge(c) + at.width + at.outer, -stack.top()};
}

/// How the map of an architecture is laid out.
struct MapPlan {
  std::string_view name;  ///< in architecture_kinds()
  void (*lay)(ModelMap& map, const ModelConfig& c, const MapMeasures& m, float width);
  int stacks = 1;  ///< side by side
};

constexpr MapPlan kMapPlans[] = {
    {"gpt", lay_alone<lay_transformer>},           {"encoder_decoder", lay_transformer_pair, 2},
    {"encoder", lay_alone<lay_transformer>},       {"vision", lay_alone<lay_transformer>},
    {"vision_decoder", lay_transformer_pair, 2},   {"recurrent", lay_alone<lay_recurrent>},
    {"recurrent_seq2seq", lay_recurrent_pair, 2},  {"vision_recurrent", lay_recurrent_picture, 2},
    {"word_vectors", lay_alone<lay_word_vectors>}, {"superposition", lay_alone<lay_superposition>},
};

const MapPlan& plan_of(const ModelConfig& c) {
  return row_named(kMapPlans, "map of the architecture", c.architecture);
}

/// A stack with fewer layers is never folded, as in the figure.
constexpr Index kFoldedLayers = 4;

float distance(const Box& a, const Box& b) {
  const ImVec2 p = a.centre(), q = b.centre();
  return std::abs(p.x - q.x) + std::abs(p.y - q.y);
}

bool lies(const Box& there, const Box& here, int right, int down) {
  if (down != 0) return down > 0 ? there.min.y >= here.max.y - 1 : there.max.y <= here.min.y + 1;
  return right > 0 ? there.min.x >= here.max.x - 1 : there.max.x <= here.min.x + 1;
}

ModelMap lay_out_architecture(const ModelConfig& c, const MapMeasures& m, float width) {
  ModelMap map;
  plan_of(c).lay(map, c, m, width);
  move_down(map, map.size.y);
  map.head_side = m.head;
  map.caption = m.caption;
  return map;
}

}  // namespace

ModelMap layout_architecture(const ModelConfig& c, float aspect) {
  MapMeasures m = measures_for(c);
  const float least = least_width(m);
  const ModelMap high = lay_out_architecture(c, m, least);
  const bool pair = plan_of(c).stacks > 1, whole = pair || deepest_stack(c) < kFoldedLayers;
  const int columns = whole ? 1 : best_columns(high, aspect);
  ModelMap narrow = folded(high, columns);
  const auto stacks = float(pair ? 2 : columns);
  const float spare = std::floor((narrow.size.y * aspect - narrow.size.x) / stacks);
  const float wider = std::clamp(spare, 0.0f, m.em * kMostWider);
  if (wider == 0) return narrow;
  m.caption += std::floor(std::min(wider * 0.5f, m.em * kMostCaption));
  return folded(lay_out_architecture(c, m, least + wider), columns);
}

std::string part_beside(const ModelMap& map, const Box& from, int right, int down) {
  std::string best;
  float least = std::numeric_limits<float>::max();
  const auto consider = [&](const Box& box, const auto& name) {
    if (!lies(box, from, right, down) || distance(box, from) >= least) return;
    least = distance(box, from);
    best = name();
  };
  for (const MapBlock& block : map.blocks) consider(block.box, [&] { return block_name(block); });
  if (right != 0)
    for (const MapHead& head : map.heads)
      consider(head.box, [&] { return head_name(head.attention, head.layer, head.head); });
  return best;
}

}  // namespace attnlab
