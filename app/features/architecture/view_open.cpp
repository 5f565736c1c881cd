// What a click on the map opens.
#include <algorithm>

#include "app/feature/opened_features.h"
#include "app/features/architecture/view_frame.h"
#include "app/state/made_commands.h"
#include "app/state/tensor_groups.h"

namespace attnlab {
namespace {

void show(const MapFrame& frame, const char* view) { frame.emit({"view", {view}}); }

void select(const MapFrame& frame, AttentionKind attention, Index layer, Index head) {
  frame.emit({"select.attention",
              {std::string(attention_name(attention)), std::to_string(layer), std::to_string(head)}});
}

/// The row of the selected query, and the largest number of an output.
void show_tensor(const MapFrame& frame, const std::string& name) {
  const TraceTensor* tensor = frame.model.trace->find(name);
  if (!tensor) return;
  show(frame, "steps");
  frame.emit(show_command(cell_at(*tensor, frame.model.state.selection.query, 0)));
}

}  // namespace

void open_block(const MapFrame& frame, const MapBlock& block) {
  if (frame.is_draft()) return;
  switch (block.kind) {
    case MapKind::Attention:
      select(frame, block.attention, block.layer, frame.model.state.selection.head);
      return show(frame, "steps");
    case MapKind::Norm:
    case MapKind::AddNorm:
      frame.emit({"choose", {"norms.norm", block.place.name()}});
      frame.emit({"choose", {"norms.part", "tokens"}});
      return show(frame, "norms");
    case MapKind::Positions: return show(frame, "positions");
    case MapKind::Softmax:
      if (is_offered(generation::kFeature, &frame.shown.config)) return show(frame, "generation");
      [[fallthrough]];
    default: return show_tensor(frame, block.tensor);
  }
}

void open_badge(const MapFrame& frame, const MapBadge& badge) {
  if (frame.is_draft()) return;
  if (badge.kind == MapBadge::Kind::Positions) return show(frame, "positions");
  select(frame, badge.attention, badge.layer, frame.model.state.selection.head);
  show(frame, "masks");
}

void open_head(const MapFrame& frame, const MapHead& head) {
  if (frame.is_draft()) return;
  select(frame, head.attention, head.layer, head.head);
  frame.emit({"choose", {"heads.open", "on"}});
  show(frame, "heads");
}

}  // namespace attnlab
