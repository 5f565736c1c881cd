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
  PictureVector,  ///< the one vector of a picture
  Positions,
  Sum,
  Attention,
  Norm,
  AddNorm,
  FeedForward,
  Experts,
  ClassVector,
  Mean,
  FirstPosition,
  LastState,
  Cells,         ///< recurrent layer, from the first token to the last
  ReverseCells,  ///< recurrent layer, from the last token to the first
  BothWays,      ///< the states of both directions, side by side
  FirstState,    ///< the state that the decoder starts from
  Alignment,
  Attentional,  ///< the vector made of state and context
  Words,        ///< vectors of the context words
  Candidates,   ///< vectors of the candidate words
  Products,     ///< products of words and candidates
  Sigmoid,
  FeatureSum,   ///< vectors of features, times their numbers
  Numbers,      ///< read from their sum
  OutputLayer,  ///< between the last layer and the output matrix
  Logits,
  Softmax
};

/// One block. Boxes are in pixels from the map's top left corner.
struct MapBlock {
  MapKind kind{};
  Place place{};
  std::string tensor;  ///< the tensor it makes: a name in the trace
  Box box;
  AttentionKind attention{};  ///< Attention only
  Index layer = -1;           ///< Attention only
  bool causal = false;        ///< Attention only: later positions are hidden
};

/// A word on an attention with a link to another view: its mask, or its position scheme.
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

  /// This head as a selection.
  Selection selection() const;
};

/// A line with an arrow head at its last point.
struct MapArrow {
  enum class Kind { Flow, Residual, Memory } kind = Kind::Flow;
  std::vector<ImVec2> points;
};

/// The background of one layer's blocks, with the name at the outer edge.
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
  std::vector<MapBadge> badges;  ///< on wide blocks only
  std::vector<MapArrow> arrows;
  std::vector<MapLayer> layers;
  std::vector<MapText> texts;
  ImVec2 size;
  float head_side = 0;  ///< of a head's thumbnail
  float caption = 0;    ///< width of the names at the left of wide blocks; 0: names are at the top
};

/// Lays out the model of a valid config for a panel of this width. Heads are as large as `height` allows; a
/// map that cannot fit is as small as is legible, and higher than `height`. An encoder is left of its
/// decoder, or below it in a narrow panel. The map of a model other than a Transformer is empty.
ModelMap layout_model_map(const ModelConfig& config, float width, float height, float em);

/// Lays out any model of a valid config with room for names, shapes and pictures, with text as large as in
/// panels at 100 %: encoder left, decoder right. Never empty. For an `aspect`, width to height, blocks become
/// wider, within limits, and a deep stack is folded into columns; for 0, the map has one column of the
/// narrowest blocks.
ModelMap layout_architecture(const ModelConfig& config, float aspect = 0);

/// The script name of the nearest block above or below a box (`down` −1 or 1), or of the nearest block or
/// head beside it (`right` −1 or 1); "" where there is none.
std::string part_beside(const ModelMap& map, const Box& from, int right, int down);

/// Name in scripts: "decoder_self.0" for an attention, else the tensor's.
std::string block_name(const MapBlock& block);

/// Name in scripts: "decoder_self.0.2".
std::string head_name(AttentionKind attention, Index layer, Index head);

}  // namespace attnlab
