// What the parts of the Architecture view share.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/draft.h"
#include "app/state/view_model.h"
#include "app/views/architecture/facts.h"
#include "app/views/architecture/model_map_draw.h"
#include "app/widgets/base/pan_zoom.h"

namespace attnlab {

/// A model as the map shows it; kept while its options stay the same.
struct MappedModel {
  ModelConfig config;
  ModelMap map;
  std::vector<Index> parameters;  ///< of each block
  Index all_parameters = -1;      ///< −1: the options make no model
};

/// One frame of the view.
struct MapFrame {
  const ViewModel& model;
  const Emit& emit;
  const Draft& draft;
  const MappedModel& open;   ///< the model in training
  const MappedModel& shown;  ///< that, or the draft
  MapPlace place{};
  const SeenThrough* seen = nullptr;

  bool is_draft() const { return !model.state.draft.empty(); }
  MapLengths lengths() const;
  /// Moves the map as little as brings this box of it into sight.
  void keep_in_sight(const Box& box) const;
  void look(const PanZoom& wanted) const;
};

/// All blocks with their heads, in order of computation. Script names: as on the panel's map, but "block."
/// instead of "map.": block.decoder_self.0.2, block.decoder_self.0, block.TENSOR; and
/// block.ATTENTION.LAYER.mask and .positions.
void draw_map_blocks(const MapFrame& frame);

/// What a block looks like: its name, shape and number of parameters as far as there is room, and its
/// numbers.
void draw_wide_block(const MapFrame& frame, std::size_t block, const Box& box, MapLook look);

/// Whether badges can be read at this zoom.
bool has_room_for_badges(const MapFrame& frame);

/// Whether blocks are too small for their names.
bool is_overview(const MapFrame& frame);

/// Opens the view that tells most of it.
void open_block(const MapFrame& frame, const MapBlock& block);
void open_badge(const MapFrame& frame, const MapBadge& badge);
void open_head(const MapFrame& frame, const MapHead& head);

/// The model's options, each to be changed, and what the change costs. Script names: option.NAME[0,i], or
/// option.NAME.list with option.NAME.VALUE; option.NAME.less and .more; option.NAME; map.retrain,
/// map.discard.
void draw_map_options(const MapFrame& frame, const Box& box);

/// As much of a large matrix as is drawn of it: rows and columns at equal distances.
MatrixView sampled(const MatrixView& matrix);
/// "every 2nd row, every 8th column"; "" where all of it is drawn.
std::string sampling_text(const MatrixView& matrix);

}  // namespace attnlab
