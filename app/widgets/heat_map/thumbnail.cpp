// A heat map small enough to be a button.
#include "app/widgets/heat_map/thumbnail.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The largest box of the matrix's proportions that fits, centred; very long matrices may be stretched.
Box cells_in(const Box& box, const MatrixView& m) {
  const float ratio = std::clamp(float(m.cols) / float(m.rows), 0.5f, 2.5f);
  const float width = std::min(box.width(), box.height() * ratio), height = width / ratio;
  const ImVec2 at{std::floor(box.centre().x - width / 2), std::floor(box.centre().y - height / 2)};
  return box_at(at, {std::floor(width), std::floor(height)});
}

void draw_cross(Canvas canvas, const Box& box) {
  draw_veil(canvas, box, 0.7f);
  canvas.line(box.min, box.max, theme().palette.bad, std::max(1.0f, em() / 10));
}

}  // namespace

ThumbnailResult thumbnail(const char* id, const MatrixView& m, const ThumbnailOptions& o) {
  KeepsDirection kept;
  const ImVec2 face = o.size.x > 0 ? o.size : ImVec2(em() * 4, em() * 4);
  const float label = o.label.empty() ? 0 : std::ceil(em() * 1.15f);
  ThumbnailResult r;
  r.bounds = box_at(ImGui::GetCursorScreenPos(), {face.x, face.y + label});
  kept.within(r.bounds);
  r.clicked = ImGui::InvisibleButton(id, r.bounds.size());
  r.hovered = ImGui::IsItemHovered();
  mark(o.target, r.bounds);
  tip(o.tooltip);
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Box frame = box_at(r.bounds.min, face);
  const float rounding = em() * 0.25f, edge = std::max(2.0f, std::floor(em() * 0.2f));
  canvas.fill(frame, r.hovered ? p.raised_hover : p.raised, rounding);
  if (!m.empty()) r.cells = o.fills ? grown(frame, -edge) : cells_in(grown(frame, -edge), m);
  draw_cells(canvas, ImGui::GetID(id), m, o.scale, r.cells);
  if (o.ablated) draw_cross(canvas, r.cells);
  if (o.edited)
    canvas.disc({frame.max.x - em() * 0.35f, frame.min.y + em() * 0.35f}, em() * 0.22f,
                role_colour(Role::Gradient));
  const Colour selected = o.role == Role::None ? p.accent : role_text(o.role);
  if (o.selected) canvas.frame(frame, selected, rounding, std::max(1.5f, em() / 9));
  // A label may be wider than its thumbnail; the caller limits its length.
  const float over = std::max(0.0f, std::ceil((text_size(fonts().small, o.label).x - face.x) / 2));
  const Box text{{frame.min.x - over, frame.max.y}, {r.bounds.max.x + over, r.bounds.max.y}};
  if (label > 0)
    draw_text_in(canvas, fonts().small, text, o.selected ? p.text : p.text_dim, o.label, Align::Centre);
  return r;
}

}  // namespace attnlab
