// Blocks, heads and badges of the large map as buttons with tooltips.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/features/architecture/view_frame.h"
#include "app/views/common/head_measures.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/map/block_of.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A matrix with more cells is drawn from the thumbnail computed in the background.
constexpr std::size_t kMostCells = 4096;

struct Item {
  bool pressed = false, hovered = false;
};

/// The end of a drag is not a click.
bool dragged() {
  const ImGuiIO& io = ImGui::GetIO();
  return ImGui::IsMouseReleased(0) &&
         io.MouseDragMaxDistanceSqr[0] > io.MouseDragThreshold * io.MouseDragThreshold;
}

/// The arrow keys move the focus to the neighboring part.
void follow_arrows(const MapFrame& frame, const Box& own) {
  const ImGuiDir arrow = focus_step();
  if (arrow == ImGuiDir_None) return;
  const int right = (arrow == ImGuiDir_Right) - (arrow == ImGuiDir_Left),
            down = (arrow == ImGuiDir_Down) - (arrow == ImGuiDir_Up);
  if (const std::string next = part_beside(frame.shown.map, own, right, down); !next.empty())
    give_focus("block." + next);
}

struct FollowedFocus {
  std::string name;
};

/// Shows the part that got the focus, once: the map can still be moved.
void follow_focus(const MapFrame& frame, const std::string& name, const Box& box) {
  if (!item_focused()) return;
  if (std::exchange(frame.model.remembered<FollowedFocus>().name, name) != name) frame.keep_in_sight(box);
}

/// A button at `box` of the map. A button out of sight can get the focus, and then comes into sight.
Item item(const MapFrame& frame, const std::string& name, const Box& box) {
  const Box at = frame.place(box);
  move_cursor(at.min);
  const ImVec2 size{std::max(at.width(), 1.0f), std::max(at.height(), 1.0f)};
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size) && !dragged();
  mark(name, at);
  follow_focus(frame, name, box);
  follow_arrows(frame, box);
  return {pressed, ImGui::IsItemHovered()};
}

bool inside_window(const Box& box) { return ImGui::IsRectVisible(box.min, box.max); }

/// The head's weights, or, for long texts, their thumbnail.
MatrixView face_of(const MapFrame& frame, const Selection& head, const MatrixView& weights) {
  if (weights.cells() <= kMostCells) return weights;
  const KnownHead known = known_head(frame.model, head);
  if (!known.small) return {};
  return matrix_view(known.small->cells.data(), static_cast<int>(known.small->rows),
                     static_cast<int>(known.small->columns), overview_version(frame.model));
}

void head_tip(const MapFrame& frame, const Selection& head, const MatrixView& weights) {
  begin_tooltip();
  ImGui::TextUnformatted(breadcrumb(head, frame.shown.config.causal).c_str());
  if (!weights.empty()) value_line(tr("shape"), sizes_text({weights.rows, weights.cols}));
  dim_text(frame.is_draft() ? tr("This model is untrained, so it does not have values yet.")
                            : tr("Click to open this head."));
  end_tooltip();
}

void draw_weights(const MapFrame& frame, const Selection& head, const MatrixView& weights, const Box& box,
                  const std::string& name) {
  const MatrixView face = face_of(frame, head, weights);
  if (face.empty() || box.width() < 2) return;
  const float ratio = std::clamp(float(face.cols) / float(face.rows), 0.5f, 2.0f);
  const float width = std::min(box.width(), box.height() * ratio), height = width / ratio;
  const ImVec2 c = box.centre();
  const Box cells{{c.x - width / 2, c.y - height / 2}, {c.x + width / 2, c.y + height / 2}};
  const ImGuiID id = ImGui::GetID(name.c_str());
  const Canvas canvas = window_canvas();
  draw_cells(canvas, id, face, weight_scale(weights), cells);
  draw_numbers(canvas, id, face, weight_scale(weights), cells);
  if (head_is_out(*frame.model.trace, head)) {
    draw_veil(canvas, cells, 0.7f);
    canvas.line(cells.min, cells.max, theme().palette.bad, std::max(1.0f, em() / 10));
  }
  hover_grid(attention_grid(cells, head, weights.rows, weights.cols));
}

/// Returns whether the pointer is on the head.
bool draw_head(const MapFrame& frame, const MapHead& head) {
  const Selection own = head.selection(), &chosen = frame.model.state.selection;
  const Box box = frame.place(head.box);
  const std::string name = "block." + head_name(head.attention, head.layer, head.head);
  const Item it = item(frame, name, head.box);
  if (it.pressed) open_head(frame, head);
  if (!inside_window(box)) return false;
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float rounding = std::min(em() * 0.25f, box.width() * 0.1f);
  const bool is_chosen = !frame.is_draft() && chosen.attention == own.attention &&
                         chosen.layer == own.layer && chosen.head == own.head;
  canvas.fill(box, blend(p.panel, p.raised, 0.3f), rounding);
  MatrixView weights;
  if (frame.is_draft()) {
    canvas.frame(box, p.border, rounding);
  } else {
    weights = matrix_slice(frame.model.trace->find(stage_tensor(own, Stage::Softmax)), head.head,
                           frame.model.trace_version)
                  .view;
    draw_weights(frame, own, weights, grown(box, -std::max(1.0f, std::floor(box.width() * 0.06f))), name);
  }
  if (is_chosen || it.hovered || (!frame.is_draft() && head_hovered(own)))
    canvas.frame(box, p.accent, rounding, std::max(1.5f, em() / 9));
  if (it.hovered) head_tip(frame, own, weights);
  return it.hovered;
}

std::string_view badge_suffix(const MapBadge& badge) {
  return badge.kind == MapBadge::Kind::Mask ? ".mask" : ".positions";
}

/// A badge stays visible while the caption above it is.
void shift_into_view(const MapFrame& frame, const Box& block, Box& badge) {
  const float edge = (clip_box().min.x - frame.place.origin.x) / frame.place.scale;
  const float hidden = std::clamp(edge - block.min.x, 0.0f, frame.shown.map.caption * 0.4f);
  badge.min.x += hidden, badge.max.x += hidden;
}

/// Returns whether the pointer is on the badge.
bool draw_badge_of(const MapFrame& frame, const Box& block, MapBadge badge) {
  shift_into_view(frame, block, badge.box);
  const Box box = frame.place(badge.box);
  const std::string name = "block." + std::string(attention_name(badge.attention)) + "." +
                           std::to_string(badge.layer) + std::string(badge_suffix(badge));
  const Item it = item(frame, name, badge.box);
  if (it.pressed) open_badge(frame, badge);
  tip_term(badge.term);
  if (!inside_window(box)) return false;
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float width = text_size(fonts().small, badge.text).x + em() * 0.8f;
  const float height = std::min(box.height(), std::ceil(em() * 1.15f));
  const Box pill{{box.min.x, box.max.y - height}, {std::min(box.min.x + width, box.max.x), box.max.y}};
  canvas.fill(pill, it.hovered ? p.raised_active : p.raised_hover, pill.height() / 2);
  draw_text_in(canvas, fonts().small, pill, p.text_dim, badge.text, Align::Centre, Cut::Meant);
  return it.hovered;
}

void block_tip(const MapFrame& frame, std::size_t at) {
  const MapBlock& block = frame.shown.map.blocks[at];
  begin_tooltip();
  ImGui::TextUnformatted(block.kind == MapKind::Sum ? tr("sum") : name_of(block).full);
  if (const std::string place = block.place.title(); !place.empty()) dim_text(place);
  if (const Term* term = find_term(term_of(block, frame.shown.config)))
    wrapped_text(fonts().ui, theme().palette.text, term->definition, em() * 24);
  value_line(tr("tensor"), block.tensor);
  value_line(tr("shape"), sizes_text(block_sizes(frame.shown.config, block, frame.lengths())));
  if (frame.shown.all_parameters >= 0)
    value_line(tr("learned"), parameters_text(frame.shown.config, block, frame.shown.parameters[at]));
  if (frame.is_draft()) {
    dim_text(tr("This model is untrained, so it does not have values yet."));
  } else if (block.kind != MapKind::Attention && block.kind != MapKind::Sum) {
    const TensorSlice slice =
        matrix_slice(frame.model.trace->find(block.tensor), 0, frame.model.trace_version);
    if (const std::string drawn = sampling_text(slice.view); !drawn.empty()) value_line(tr("drawn"), drawn);
  }
  end_tooltip();
}

/// What covers a block, and whether it is the chosen one.
struct WideBlockState {
  bool covered = false;  ///< the pointer is on a head or badge of the block
  bool chosen = false;
};

void draw_block(const MapFrame& frame, std::size_t at, WideBlockState state) {
  const MapBlock& block = frame.shown.map.blocks[at];
  const Item it = item(frame, "block." + block_name(block), block.box);
  if (it.pressed) open_block(frame, block);
  const Box box = frame.place(block.box);
  if (!inside_window(box)) return;
  const bool hovered = it.hovered && !state.covered;
  draw_wide_block(frame, at, box, {hovered, state.chosen});
  if (hovered) block_tip(frame, at);
}

}  // namespace

void draw_map_blocks(const MapFrame& frame) {
  const ModelMap& map = frame.shown.map;
  const Canvas canvas = window_canvas();
  canvas.split_layers(2);
  const bool badges = has_room_for_badges(frame);
  const MapBlock* const chosen = frame.is_draft() ? nullptr : chosen_block(map, frame.model);
  std::size_t head = 0, badge = 0;
  for (std::size_t i = 0; i < map.blocks.size(); ++i) {
    const MapBlock& block = map.blocks[i];
    // Heads and badges come before their block: the item submitted first gets the pointer.
    canvas.layer(1);
    bool covered = false;
    if (block.kind == MapKind::Attention) {
      const auto on_it = [&](const auto& part) {
        return part.attention == block.attention && part.layer == block.layer;
      };
      for (; head < map.heads.size() && on_it(map.heads[head]); ++head)
        covered |= draw_head(frame, map.heads[head]);
      for (; badge < map.badges.size() && on_it(map.badges[badge]); ++badge)
        if (badges) covered |= draw_badge_of(frame, block.box, map.badges[badge]);
    }
    canvas.layer(0);
    draw_block(frame, i, {covered, &block == chosen});
  }
  canvas.merge_layers();
}

}  // namespace attnlab
