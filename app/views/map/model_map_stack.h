// One stack of a model's map: blocks from the embeddings upwards, with residual paths beside them.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/map/model_map_layout.h"
#include "core/layers/block_sites.h"
#include "core/layers/norm_placement.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

/// Sizes of one layout of the heads, in pixels.
struct MapMeasures {
  float em = 15;
  float head = 30, head_gap = 3;  ///< side of a thumbnail, and the gap between two
  int heads_in_row = 1, head_rows = 1;
  float squeeze = 1;  ///< factor on the height of everything but the heads
  float caption = 0;  ///< width of the names at the left of blocks; 0: names are at the top

  float text() const { return std::ceil(em * std::max(1.2f * squeeze, 1.0f)); }
  float pad() const { return std::floor(em * 0.25f); }
  float gap() const { return std::floor(em * 0.62f * squeeze); }       ///< an arrow between blocks
  float small_gap() const { return std::floor(em * 0.4f * squeeze); }  ///< gap between a block and its parts
  float lane() const { return std::ceil(em * 0.75f); }                 ///< room of a residual path
  float label() const { return std::ceil(em); }                        ///< room of a layer's name
  /// From the blocks to the frame around a layer, on the side without residual paths; there is room for the
  /// path to a network that reads beside attention.
  float edge(const ModelConfig& config) const { return pad() + (config.parallel ? lane() : 0); }
  bool wide() const { return caption > 0; }
  float bar() const { return std::ceil(em * (wide() ? 1.5f : std::max(1.35f * squeeze, 1.05f))); }
  float sum() const { return std::ceil(em * 0.95f); }
  /// Height of a name and a strip, or of two lines beside a picture.
  float vector() const { return wide() ? std::ceil(em * 2.4f) : text() + std::ceil(em * 0.9f * squeeze); }
  float attention() const;
};

void move_down(Box& box, float by);
void move_down(ModelMap& map, float by);

/// The tensor that a block makes.
struct MapTensor {
  Place place;
  const Site& site;
};

/// Adds one stack to a map; y falls as it grows. Blocks are `width` wide from `left`, with the residual lane
/// and the layers' names at the right, or at the left if `mirrored`.
class MapStack {
 public:
  MapStack(ModelMap& map, const ModelConfig& config, const MapMeasures& measures, float left, float width,
           bool mirrored)
      : map_(map), config_(config), m_(measures), left_(left), width_(width), mirrored_(mirrored) {}

  float top() const { return y_; }
  float trunk() const { return left_ + width_ / 2; }

  /// `shown` at the bottom, embeddings (or patches) and positions side by side, and their sum; where no
  /// positions are added, no sum.
  void inputs(const Part& part, const std::string& shown);
  /// The inputs of an encoder that is beside a decoder: a text or a picture.
  void source_inputs();
  /// The inputs of a model with a single text or picture.
  void lone_inputs();
  /// All layers and, if there is one, the last norm. Appends the cross-attentions to `crosses`, if there
  /// are any.
  void layers(const Part& stack, AttentionKind self, bool cross, std::vector<Box>& crosses);
  /// The pooled vector, if there is one, and the output.
  void outputs();
  /// Recurrent layers, with both directions side by side if there are two.
  void recurrent_layers(const Part& stack, bool both_ways);
  /// `shown` at the bottom, and the one vector that is made of all of it.
  void vector_input(const std::string& shown, MapKind kind, const MapTensor& tensor);
  /// The first states of a decoder's layers, as the tensor of `state`.
  void first_states(const Part& stack, const Site& state);
  /// Adds one block on top; returns its box.
  Box single(MapKind kind, const MapTensor& tensor);
  /// Adds two blocks side by side, without an arrow.
  std::pair<Box, Box> pair(MapKind left, const MapTensor& left_tensor, MapKind right,
                           const MapTensor& right_tensor);
  /// Adds a block as wide as `below`, with an arrow from it.
  Box above(const Box& below, MapKind kind, const MapTensor& tensor);
  /// Adds the block that join() leads to.
  Box joined(MapKind kind, const MapTensor& tensor);
  /// Draws arrows from the tops of two blocks into the block above.
  void join(const std::pair<Box, Box>& from, const Box& to);

 private:
  bool hides_later(AttentionKind kind) const { return config_.causal && kind == AttentionKind::DecoderSelf; }
  const NormPlacement& placement() const { return norm_placement(config_.norm); }
  bool adds_positions() const {
    return is_transformer(config_) &&
           position_scheme(config_.positions).where == PositionScheme::Where::Input;
  }
  /// `tensor` and positions side by side, and their sum.
  void sum_with_positions(MapKind kind, const MapTensor& tensor);
  void norm_block(const Place& place);
  void layer(const Part& stack, Index index, AttentionKind self, bool cross, std::vector<Box>& crosses);
  void add(MapKind kind, const MapTensor& tensor, const Box& box);
  void arrow(MapArrow::Kind kind, std::vector<ImVec2> points);
  void text(const std::string& words);
  /// Moves up the trunk; the next block draws the arrow.
  void gap(float height);
  void finish_flow();
  Box block(MapKind kind, const MapTensor& tensor, float height);
  Box circle(const MapTensor& tensor);
  float lane_x() const;
  /// Draws an arrow from the trunk at `from` around the blocks to the side of `to`.
  void residual(float from, const Box& to);
  /// Draws an arrow from where the layer begins around its attention to the side of `to`; a stack that has
  /// such an arrow is never mirrored.
  void read_beside(const Box& to);
  /// Adds a branch with its norm and its sum, as the config places them. Returns the branch's block.
  Box sublayer(const Place& layer, const block_sites::Sublayer& parts, const std::function<Box()>& branch);
  Box attention(const Place& layer, const block_sites::Sublayer& parts, AttentionKind kind, Index index);
  void feed_forward(const Place& layer);
  void heads(const Box& box, AttentionKind kind, Index layer);
  void badges(const Box& box, AttentionKind kind, Index layer);
  bool two_stacks() const { return architecture_of(config_).has_two_stacks(); }
  void frame(const std::string& name, float bottom);

  ModelMap& map_;
  const ModelConfig& config_;
  const MapMeasures& m_;
  float left_, width_, y_ = 0, arrow_from_ = 0;
  float entered_ = 0;  ///< where the layer begins
  bool mirrored_, arrow_waits_ = false;
};

}  // namespace attnlab
