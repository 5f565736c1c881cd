// The map of a model: its blocks, heads and arrows as boxes and lines, bottom to top. Pure.
#pragma once

#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/widgets/draw.h"
#include "core/models/model_config.h"

namespace attnlab {

enum class MapKind {
  Embedding,
  Patches,
  Positions,
  Sum,
  Attention,
  Norm,
  AddNorm,
  FeedForward,
  Experts,
  ClassVector,
  Mean,
  Logits,
  Softmax
};

/// One block. Boxes are in pixels from the map's top left corner.
struct MapBlock {
  MapKind kind{};
  std::string tensor;  ///< what it makes: a name in the trace
  Box box;
  AttentionKind attention{};  ///< Attention only
  Index layer = -1;           ///< Attention only
};

/// One head of an attention.
struct MapHead {
  AttentionKind attention{};
  Index layer = 0, head = 0;
  Box box;
};

/// A line with an arrow head at its last point.
struct MapArrow {
  enum class Kind { Flow, Residual, Memory } kind = Kind::Flow;
  std::vector<ImVec2> points;
};

/// The face behind the blocks of one layer, named at its outer edge.
struct MapLayer {
  std::string name;
  Box box, label;
};

/// A word on the map: "source", "target", "encoder".
struct MapText {
  std::string text;
  Box box;
};

struct ModelMap {
  std::vector<MapBlock> blocks;
  std::vector<MapHead> heads;
  std::vector<MapArrow> arrows;
  std::vector<MapLayer> layers;
  std::vector<MapText> texts;
  ImVec2 size;
  float head_side = 0;  ///< of a head's thumbnail
};

/// Lays out the model of a valid config for a panel of this width. Heads are as large as still lets all fit
/// into `height`; what cannot fit is as small as can be read, and higher than `height`. An encoder stands
/// left of its decoder, or below it where the panel is narrow. Only Transformers have a map: others get an
/// empty one.
ModelMap layout_model_map(const ModelConfig& config, float width, float height, float em);

/// Name in scripts: "decoder_self.0.2".
std::string head_name(AttentionKind attention, Index layer, Index head);

}  // namespace attnlab
