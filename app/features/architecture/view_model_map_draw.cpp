// Backgrounds, names, strips and arrows of the map.
#include "app/features/architecture/view_model_map_draw.h"

#include <algorithm>
#include <cmath>

#include "app/features/architecture/view_facts.h"
#include "app/widgets/heat_map/cells.h"

namespace attnlab {
namespace {

/// "[10,64]": the shape without the batch; "[4,10,10]" for heads.
std::string shape_of(const TensorSlice& strip) {
  if (strip.empty()) return "";
  const Shape& shape = strip.tensor->shape;
  const auto sizes = shape.sizes().subspan(shape.rank() > 2 ? 1 : 0);
  return Shape(sizes).text();
}

void draw_strip(Canvas canvas, const MapBlock& block, const TensorSlice& strip, const Box& box) {
  if (strip.empty() || box.width() < em()) return;
  draw_cells(canvas, ImGui::GetID(block.tensor.c_str()), strip.view, block_scale(block.kind), box);
}

/// Name at the left, shape at the right if both fit. Returns where the name ends.
float draw_names(Canvas canvas, const MapBlock& block, const Box& line, const std::string& shape,
                 Colour ink) {
  const Palette& p = theme().palette;
  const BlockName name = name_of(block);
  const bool fits = text_size(fonts().small, name.full).x <= line.width();
  const std::string_view shown = fits ? name.full : name.brief;
  draw_text_in(canvas, fonts().small, line, ink, shown);
  const float end = line.min.x + text_size(fonts().small, shown).x;
  const float shape_width = text_size(fonts().mono_small, shape).x;
  if (end + em() * 0.6f + shape_width <= line.max.x)
    draw_text_in(canvas, fonts().mono_small, line, p.text_dim, shape, Align::Right);
  return end;
}

/// Whether a block has one line only.
bool is_bar(MapKind kind) {
  return kind == MapKind::Norm || kind == MapKind::AddNorm || kind == MapKind::ClassVector ||
         kind == MapKind::Mean || kind == MapKind::FirstPosition;
}

/// A block of one line: the strip stands between its name and its end.
void draw_bar(Canvas canvas, const MapBlock& block, const Box& box, const TensorSlice& strip, Colour ink) {
  const float pad = em() * 0.4f, inset = std::floor(em() * 0.35f);
  const std::string shape = shape_of(strip);
  const float shape_width = text_size(fonts().mono_small, shape).x;
  const bool wide = box.width() > em() * 13;
  const Box line{{box.min.x + pad, box.min.y}, {box.max.x - pad, box.max.y}};
  const float end = draw_names(canvas, block, line, wide ? shape : "", ink);
  const float right = wide ? line.max.x - shape_width - em() * 0.5f : line.max.x;
  draw_strip(canvas, block, strip,
             {{std::ceil(end + em() * 0.5f), box.min.y + inset}, {right, box.max.y - inset}});
}

Colour arrow_colour(MapArrow::Kind kind) {
  if (kind == MapArrow::Kind::Residual) return blend(theme().palette.panel, role_text(Role::Residual), 0.85f);
  if (kind == MapArrow::Kind::Memory) return blend(theme().palette.panel, role_text(Role::Key), 0.8f);
  return theme().palette.text_faint;
}

ImVec2 towards(ImVec2 from, ImVec2 to, float by) {
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
  if (length < 1e-3f) return from;
  const float t = std::min(by / length, 0.5f);
  return {from.x + dx * t, from.y + dy * t};
}

void draw_arrow_head(Canvas canvas, ImVec2 tip, ImVec2 from, Colour colour, float unit) {
  const float size = unit * 0.27f;
  const ImVec2 back = towards(tip, from, 1e9f);
  const float dx = tip.x - back.x, dy = tip.y - back.y,
              length = std::max(std::sqrt(dx * dx + dy * dy), 1e-3f);
  const float ux = dx / length * size, uy = dy / length * size;
  const ImVec2 base{tip.x - ux * 1.2f, tip.y - uy * 1.2f};
  canvas.triangle(tip, {base.x - uy * 0.75f, base.y + ux * 0.75f}, {base.x + uy * 0.75f, base.y - ux * 0.75f},
                  colour);
}

/// A line with rounded corners and a head.
void draw_arrow(Canvas canvas, const MapArrow& arrow, const MapPlace& place, float unit) {
  std::vector<ImVec2> points = arrow.points;
  for (ImVec2& p : points) {
    const ImVec2 at = place(p);
    p = {std::floor(at.x) + 0.5f, std::floor(at.y) + 0.5f};
  }
  const Colour colour = arrow_colour(arrow.kind);
  const float thick = std::max(1.0f, unit / 11), round = unit * 0.35f;
  canvas.line_to(points.front());
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    canvas.line_to(towards(points[i], points[i - 1], round));
    canvas.quadratic_to(points[i], towards(points[i], points[i + 1], round));
  }
  const ImVec2 tip = points.back(), before = points[points.size() - 2];
  canvas.line_to(towards(tip, before, unit * 0.2f));
  canvas.stroke(colour, thick);
  draw_arrow_head(canvas, tip, before, colour, unit);
}

/// Whether small text fits into a line of this height; a slight overlap is allowed.
bool room_for_text(float height) { return height >= font_size(fonts().small) * 0.8f; }

/// "decoder layer 1", or "1" if the name does not fit.
std::string fitting(const std::string& name, float room) {
  const auto fits = [room](const std::string& text) { return text_size(fonts().small, text).x <= room; };
  if (fits(name)) return name;
  const std::string brief = name.substr(name.rfind(' ') + 1);
  return fits(brief) ? brief : "";
}

void draw_layer(Canvas canvas, const MapLayer& layer, const MapPlace& place) {
  const Palette& p = theme().palette;
  const Box label = place(layer.label);
  canvas.fill(place(layer.box), blend(p.panel, p.raised, 0.45f), em() * 0.4f);
  const std::string name = fitting(layer.name, label.height());
  if (name.empty() || !room_for_text(label.width())) return;
  const float text = text_size(fonts().small, name).x, middle = label.centre().y;
  const Box upright{{label.min.x, std::max(label.min.y, middle - text / 2)},
                    {label.max.x, std::min(label.max.y, middle + text / 2 + 1)}};
  draw_text_upwards(canvas, fonts().small, upright, p.text_dim, name);
}

/// The unit of lines and corners, which get thinner with the map but no thicker.
float line_unit(const MapPlace& place) { return em() * std::clamp(place.scale * kBaseEm / em(), 0.4f, 1.0f); }

}  // namespace

ColourScale block_scale(MapKind kind) {
  using enum MapKind;
  if (kind == Softmax) return {Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  if (kind == Sigmoid || kind == Experts || kind == Alignment)
    return {Scale::Sequential, RangeMode::Fixed, {0, 1}};
  return {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
}

void draw_map_sum(const Box& box, MapLook look) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float r = box.width() / 2, arm = std::floor(r * 0.5f), thick = std::max(1.0f, em() / 12);
  const ImVec2 c = box.centre();
  const Colour ink = look.chosen ? p.accent : role_text(Role::Residual);
  canvas.disc(c, r, look.hovered ? p.raised_hover : p.raised);
  canvas.ring(c, r, ink, thick);
  canvas.line({c.x - arm, c.y}, {c.x + arm, c.y}, ink, thick);
  canvas.line({c.x, c.y - arm}, {c.x, c.y + arm}, ink, thick);
}

void draw_map_layers(const ModelMap& map, const MapPlace& place) {
  const Canvas canvas = window_canvas();
  for (const MapLayer& layer : map.layers) draw_layer(canvas, layer, place);
  for (const MapText& text : map.texts) {
    const Box box = place(text.box);
    if (room_for_text(box.height()))
      draw_text_in(canvas, fonts().small, box, theme().palette.text_dim, text.text, Align::Centre);
  }
}

void draw_map_arrows(const ModelMap& map, const MapPlace& place) {
  const Canvas canvas = window_canvas();
  const Box clip = clip_box();
  const float unit = line_unit(place);
  for (const MapArrow& arrow : map.arrows) {
    const auto [low, high] = std::minmax_element(arrow.points.begin(), arrow.points.end(),
                                                 [](ImVec2 a, ImVec2 b) { return a.y < b.y; });
    if (place(*high).y < clip.min.y || place(*low).y > clip.max.y) continue;
    draw_arrow(canvas, arrow, place, unit);
  }
}

void draw_map_block(const MapBlock& block, const Box& box, const TensorSlice& strip, MapLook look) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  if (block.kind == MapKind::Sum) return draw_map_sum(box, look);
  const float rounding = em() * 0.28f, pad = em() * 0.4f;
  const bool attention = block.kind == MapKind::Attention;
  const Colour face = attention && look.chosen ? p.accent_soft : look.hovered ? p.raised_hover : p.raised;
  canvas.fill(box, face, rounding);
  if (theme().high_contrast || look.chosen)
    canvas.frame(box, look.chosen ? p.accent : p.border, rounding, std::max(1.0f, em() / 12));
  const Colour ink = look.chosen ? p.text : p.text_dim;
  if (is_bar(block.kind)) return draw_bar(canvas, block, box, strip, ink);
  const Box line{
      {box.min.x + pad, box.min.y},
      {box.max.x - pad,
       box.min.y + std::ceil(std::min(em() * 1.2f, attention ? em() * 1.2f : box.height() * 0.58f))}};
  draw_names(canvas, block, line, shape_of(strip), ink);
  if (attention) return;
  const float bottom = box.max.y - std::floor(em() * 0.3f);
  draw_strip(canvas, block, strip, {{line.min.x, line.max.y}, {line.max.x, bottom}});
}

}  // namespace attnlab
