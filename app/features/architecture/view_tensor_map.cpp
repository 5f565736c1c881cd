// The map of a model without attention heads: its parts as cards with live thumbnails, bottom to top.
#include "app/features/architecture/view_tensor_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/state/tensor_groups.h"
#include "app/views/common/tensor_text.h"
#include "app/views/common/tensor_thumbnail.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// Sizes of the map, the same for every card.
struct CardMeasures {
  float width, pad, title, gap, cell, side, label;
  int columns;

  explicit CardMeasures(float room)
      : width(room),
        pad(std::floor(em() * 0.5f)),
        title(std::ceil(em() * 1.3f)),
        gap(std::floor(em() * 0.9f)),
        label(std::ceil(em() * 1.15f)) {
    columns = std::max(1, static_cast<int>((room - 2 * pad) / (em() * 5.2f)));
    cell = std::floor((room - 2 * pad) / static_cast<float>(columns));
    side = std::floor(em() * 2.4f);
  }
  int rows(std::size_t tensors) const { return (static_cast<int>(tensors) + columns - 1) / columns; }
  float height(std::size_t tensors) const {
    return title + static_cast<float>(rows(tensors)) * (side + label + pad * 0.6f) + pad * 0.6f;
  }
};

void draw_arrow(ImVec2 from, float length) {
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_faint;
  const float x = std::floor(from.x) + 0.5f, top = from.y - length + em() * 0.15f, half = em() * 0.2f;
  canvas.line({x, from.y}, {x, top + half}, ink, std::max(1.0f, em() / 11));
  canvas.triangle({x, top}, {x - half, top + half * 1.6f}, {x + half, top + half * 1.6f}, ink);
}

/// The group of the tensor on the stage; "" where the pass does not have the tensor.
std::string shown_group(const ViewModel& model) {
  const TraceTensor* shown = model.trace->find(value_name(model.state.chosen.shown_tensor()));
  return shown ? group_of(shown->place) : "";
}

void draw_card(const ViewModel& model, const TensorGroup& group, const Box& box, const CardMeasures& m,
               const Emit& emit) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const bool chosen = group.name == shown_group(model);
  canvas.fill(box, chosen ? p.accent_soft : blend(p.panel, p.raised, 0.6f), em() * 0.3f);
  if (chosen || theme().high_contrast)
    canvas.frame(box, chosen ? p.accent : p.border, em() * 0.3f, std::max(1.0f, em() / 12));
  const Box title{{box.min.x + m.pad, box.min.y + m.pad * 0.3f}, {box.max.x - m.pad, box.min.y + m.title}};
  draw_text_in(canvas, fonts().small, title, chosen ? p.text : p.text_dim, group.place.title());
  for (std::size_t i = 0; i < group.tensors.size(); ++i) {
    const auto row = static_cast<float>(static_cast<int>(i) / m.columns);
    const auto column = static_cast<float>(static_cast<int>(i) % m.columns);
    move_cursor({box.min.x + m.pad + column * m.cell,
                 box.min.y + m.title + m.pad * 0.3f + row * (m.side + m.label + m.pad * 0.6f)});
    draw_tensor_thumbnail(model, *group.tensors[i], "map." + group.tensors[i]->name,
                          {m.cell - em() * 0.3f, m.side}, emit);
  }
}

struct FollowedTensor {
  std::string name;
};

/// Brings the card of a newly shown tensor into sight.
void follow_shown(const ViewModel& model, const Box& card, float panel_top) {
  const std::string shown = model.state.chosen.shown_tensor();
  if (std::exchange(model.remembered<FollowedTensor>().name, shown) == shown) return;
  const Box seen = clip_box();
  if (card.min.y >= seen.min.y && card.max.y <= seen.max.y) return;
  ImGui::SetScrollFromPosY(card.centre().y - panel_top, 0.5f);
}

}  // namespace

void draw_tensor_map(const ViewModel& model, const Emit& emit) {
  const std::vector<TensorGroup> groups = tensor_groups(*model.trace);
  const CardMeasures m(ImGui::GetContentRegionAvail().x);
  float total = -m.gap;
  for (const TensorGroup& group : groups) total += m.height(group.tensors.size()) + m.gap;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float slack = std::max(0.0f, ImGui::GetContentRegionAvail().y - total);
  float y = start.y + std::floor(slack / 2) + total;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const float height = m.height(groups[i].tensors.size());
    const Box box = box_at({start.x, y - height}, {m.width, height});
    draw_card(model, groups[i], box, m, emit);
    if (groups[i].name == shown_group(model)) follow_shown(model, box, ImGui::GetWindowPos().y);
    if (i + 1 < groups.size()) draw_arrow({box.centre().x, box.min.y}, m.gap);
    y -= height + m.gap;
  }
  move_cursor(start);
  ImGui::Dummy({m.width, total});
}

}  // namespace attnlab
