// What the parts of the Architecture view share.
#pragma once

#include <string>

#include "app/features/architecture/view_facts.h"
#include "app/features/architecture/view_model_map_draw.h"
#include "app/state/command.h"
#include "app/state/draft.h"
#include "app/state/view_model.h"
#include "app/widgets/base/pan_zoom.h"

namespace attnlab {

/// A model as the map shows it; cached until its options change.
struct MappedModel {
  ModelConfig config;
  ModelMap map;
  std::vector<Index> parameters;  ///< of each block
  Index all_parameters = -1;      ///< −1: the options do not make a valid model
};

/// One frame of the view.
struct MapFrame {
  const ViewModel& model;
  const Emit& emit;
  const Draft& draft;
  const MappedModel& open;   ///< the model in training
  const MappedModel& shown;  ///< the open model, or the draft
  MapPlace place{};
  const SeenThrough* seen = nullptr;

  bool is_draft() const { return !model.state.draft.empty(); }
  MapLengths lengths() const;
  /// Moves the map the least distance that shows this box.
  void keep_in_sight(const Box& box) const;
  void look(const PanZoom& wanted) const;
};

/// Draws all blocks with their heads, in order of computation. Script names are those of the panel's map with
/// "block." instead of "map.": block.decoder_self.0.2, block.decoder_self.0, block.TENSOR; and
/// block.ATTENTION.LAYER.mask and .positions.
void draw_map_blocks(const MapFrame& frame);

/// Draws a block: its name, shape and number of parameters where there is room, and its values.
void draw_wide_block(const MapFrame& frame, std::size_t block, const Box& box, MapLook look);

/// Whether badges are legible at this zoom.
bool has_room_for_badges(const MapFrame& frame);

/// Whether blocks are too small for their names.
bool is_overview(const MapFrame& frame);

/// Opens the view that shows most about a block.
void open_block(const MapFrame& frame, const MapBlock& block);
void open_badge(const MapFrame& frame, const MapBadge& badge);
void open_head(const MapFrame& frame, const MapHead& head);

/// Draws the model's options as controls, and the cost of the changes. Script names: option.NAME[0,i], or
/// option.NAME.list with option.NAME.VALUE; option.NAME.less and .more; option.NAME; map.retrain,
/// map.discard.
void draw_map_options(const MapFrame& frame, const Box& box);

/// The drawn part of a large matrix: rows and columns at equal distances.
MatrixView sampled(const MatrixView& matrix);
/// "one row in 2, one column in 8"; "" if the whole matrix is drawn.
std::string sampling_text(const MatrixView& matrix);

}  // namespace attnlab
