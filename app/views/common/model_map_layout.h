// The map of a model: its blocks, heads and arrows as boxes and lines, bottom to top. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/app_state.h"
#include "app/widgets/base/draw.h"
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
  LastState,
  Cells,         ///< of a recurrent layer, from the first token to the last
  ReverseCells,  ///< from the last token to the first
  BothWays,      ///< the states of both, side by side
  FirstState,    ///< what the decoder starts from
  Alignment,
  Attentional,  ///< state and context made into one vector
  Words,        ///< vectors of the words that stand near
  Candidates,   ///< vectors of the words to be guessed
  Products,     ///< of words and candidates
  Sigmoid,
  Logits,
  Softmax
};

/// One block. Boxes are in pixels from the map's top left corner.
struct MapBlock {
  MapKind kind{};
  Place place{};
  std::string tensor;  ///< what it makes there: a name in the trace
  Box box;
  AttentionKind attention{};  ///< Attention only
  Index layer = -1;           ///< Attention only
  bool causal = false;        ///< Attention only: later positions are hidden
};

/// A word on an attention that leads to another view: what its mask lets be seen, how it knows positions.
struct MapBadge {
  enum class Kind { Mask, Positions } kind = Kind::Mask;
  std::string text;
  std::string_view term;  ///< of the glossary
  AttentionKind attention{};
  Index layer = 0;
  Box box;
};

/// One head of an attention.
struct MapHead {
  AttentionKind attention{};
  Index layer = 0, head = 0;
  Box box;

  /// The selection that means this head.
  Selection selection() const;
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
  std::vector<MapBadge> badges;  ///< of wide blocks only
  std::vector<MapArrow> arrows;
  std::vector<MapLayer> layers;
  std::vector<MapText> texts;
  ImVec2 size;
  float head_side = 0;  ///< of a head's thumbnail
  float caption = 0;    ///< width of the names at the left of wide blocks; 0: they stand at the top
};

/// Lays out the model of a valid config for a panel of this width. Heads are as large as still lets all fit
/// into `height`; what cannot fit is as small as can be read, and higher than `height`. An encoder stands
/// left of its decoder, or below it where the panel is narrow. Only Transformers have a map: others get an
/// empty one.
ModelMap layout_model_map(const ModelConfig& config, float width, float height, float em);

/// Any model of a valid config with room for names, shapes and pictures, at the size where its text is as in
/// panels at 100 %: encoder left, decoder right. None is empty. `aspect`, width to height, is what the blocks
/// are made wider for, within limits, and a deep stack is folded into columns for; as narrow as they can be,
/// in one column, where it is 0.
ModelMap layout_architecture(const ModelConfig& config, float aspect = 0);

/// The script name of the nearest block above or below a box (`down` −1 or 1), or of the nearest block or
/// head beside it (`right` −1 or 1); "" where there is none.
std::string part_beside(const ModelMap& map, const Box& from, int right, int down);

/// Name in scripts: "decoder_self.0" of an attention, else the tensor's.
std::string block_name(const MapBlock& block);

/// Name in scripts: "decoder_self.0.2".
std::string head_name(AttentionKind attention, Index layer, Index head);

}  // namespace attnlab
