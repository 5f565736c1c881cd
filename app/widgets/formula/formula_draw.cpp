// Draws a laid out formula and finds the symbol under the pointer.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/formula/formula_layout.h"

namespace attnlab {
namespace {

constexpr float kDisplaySize = 23.0f;

ImFont* face_for(Slant slant, float size) {
  const bool italic = slant == Slant::Italic;
  const Fonts& f = fonts();
  if (size > font_size(f.math) * 1.15f) return italic ? f.math_large_italic : f.math_large;
  if (size < font_size(f.math) * 0.80f) return italic ? f.math_small_italic : f.math_small;
  return italic ? f.math_italic : f.math;
}

/// Calls visit(code point) for each letter of a UTF-8 text that is known to be valid.
template <typename Visit>
void each_letter(std::string_view text, Visit visit) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    unsigned code = lead < 0x80 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 63u);
    visit(code);
    i += length;
  }
}

class FontMetrics : public FormulaMetrics {
 public:
  Extent measure(std::string_view text, Slant slant, float size) const override {
    const ImFont* font = face_for(slant, size);
    const float scale = size / font_size(font);
    Extent e;
    float ascent = -1e9f, descent = -1e9f;
    each_letter(text, [&](unsigned code) {
      const GlyphShape g = glyph_shape(font, code);
      e.width += g.advance * scale;
      if (!g.visible) return;
      ascent = std::max(ascent, (font_ascent(font) - g.top) * scale);
      descent = std::max(descent, (g.bottom - font_ascent(font)) * scale);
    });
    if (ascent > -1e8f) e.ascent = std::max(ascent, 0.0f), e.descent = std::max(descent, 0.0f);
    return e;
  }

  float axis(float size) const override {
    const ImFont* font = face_for(Slant::Upright, size);
    const GlyphShape minus = glyph_shape(font, 0x2212);
    return (font_ascent(font) - (minus.top + minus.bottom) / 2) * size / font_size(font);
  }

  float em(float size) const override { return size * 0.83f; }
};

float pixels(const FormulaOptions& o) { return std::round(kDisplaySize * o.size * em() / kBaseEm); }

struct Inker {
  Canvas canvas;
  ImVec2 origin;  ///< the formula's left end on its baseline
  float stroke;

  ImVec2 at(float x, float y) const { return {origin.x + x, origin.y + y}; }

  void text(const FormulaItem& item, Colour ink) const {
    ImFont* font = face_for(item.slant, item.size);
    const float ascent = font_ascent(font) * item.size / font_size(font);
    canvas.text(font, item.size, at(item.x, item.y - ascent), ink, item.text);
  }

  void rule(const FormulaItem& item, Colour ink) const {
    const ImVec2 p = at(item.x, item.y);
    const float y = std::round(p.y);
    canvas.fill({{p.x, y}, {p.x + item.width, y + item.height}}, ink);
  }

  /// A tick, a heavy stroke down, a light stroke up, and the line over the content.
  void root(const FormulaItem& item, Colour ink) const {
    const float hook = item.size, bottom = item.y + item.height,
                top = std::round(origin.y + item.y) - origin.y + stroke / 2;
    const float low = std::min(item.height * 0.42f, hook * 0.95f);
    canvas.line(at(hook * 0.04f, bottom - low * 0.86f), at(hook * 0.26f, bottom - low), ink, stroke);
    canvas.line(at(hook * 0.24f, bottom - low), at(hook * 0.54f, bottom), ink, stroke * 1.9f);
    const ImVec2 up[] = {at(hook * 0.54f, bottom), at(hook, top), at(item.x + item.width, top)};
    for (ImVec2 p : up) canvas.line_to(p);
    canvas.stroke(ink, stroke);
  }

  /// All x of a root are relative to its own left end.
  void shifted_root(const FormulaItem& item, Colour ink) const {
    FormulaItem local = item;
    local.x = 0;
    Inker{canvas, {origin.x + item.x, origin.y}, stroke}.root(local, ink);
  }

  void sum(const FormulaItem& item, Colour ink) const {
    const float w = item.width, h = item.height, thin = stroke * 1.05f, heavy = stroke * 1.9f;
    const auto p = [&](float x, float y) { return at(item.x + x, item.y + y); };
    const float bend = w * 0.56f, half = h * 0.5f;
    canvas.fill({p(0, 0), p(w, thin)}, ink);
    canvas.fill({p(0, h - thin), p(w, h)}, ink);
    canvas.quad(p(0, 0), p(heavy * 1.25f, 0), p(bend, half), p(bend - heavy * 0.55f, half + heavy * 0.45f),
                ink);
    canvas.quad(p(bend, half), p(thin * 2.1f, h), p(0, h), p(bend - heavy * 0.75f, half), ink);
    canvas.fill({p(w - thin, 0), p(w, h * 0.17f)}, ink);
    canvas.fill({p(w - thin, h * 0.83f), p(w, h)}, ink);
  }

  void fence(const FormulaItem& item, Colour ink, float direction) const {
    const float h = item.height, w = item.width, centre = item.x + w / 2, reach = w * 0.30f;
    const auto p = [&](float x, float y) { return at(centre + direction * x, item.y + y); };
    const float thick = stroke * 1.25f;
    switch (item.fence) {
      case FenceShape::Paren:
        canvas.line_to(p(reach, 0));
        canvas.cubic_to(p(-reach * 1.35f, h * 0.27f), p(-reach * 1.35f, h * 0.73f), p(reach, h));
        break;
      case FenceShape::Bracket:
        for (ImVec2 q : {p(reach, 0), p(-reach, 0), p(-reach, h), p(reach, h)}) canvas.line_to(q);
        break;
      case FenceShape::Brace:
        canvas.line_to(p(reach, 0));
        canvas.cubic_to(p(-reach, 0), p(reach * 0.6f, h / 2), p(-reach, h / 2));
        canvas.cubic_to(p(reach * 0.6f, h / 2), p(-reach, h), p(reach, h));
        break;
      default:
        for (float x : {-reach * 0.6f, reach * 0.6f}) canvas.line(p(x, 0), p(x, h), ink, stroke);
        return;
    }
    canvas.stroke(ink, thick);
  }

  void draw(const FormulaItem& item, Colour ink) const {
    switch (item.kind) {
      case FormulaItem::Kind::Text: return text(item, ink);
      case FormulaItem::Kind::Rule: return rule(item, ink);
      case FormulaItem::Kind::Root: return shifted_root(item, ink);
      case FormulaItem::Kind::Sum: return sum(item, ink);
      case FormulaItem::Kind::FenceOpen: return fence(item, ink, 1);
      case FormulaItem::Kind::FenceClose: return fence(item, ink, -1);
    }
  }
};

Box hit_box(const FormulaItem& item, ImVec2 origin) {
  const float pad = em() * 0.12f;
  return grown(box_at({origin.x + item.x, origin.y + item.top}, {item.width, item.height}), pad);
}

void take_symbol(const FormulaItem& item, const Box& box, FormulaResult& r) {
  if (item.id.empty() || !ImGui::IsItemHovered() || !box.contains(ImGui::GetIO().MousePos)) return;
  r.hovered = item.id;
  r.hovered_role = item.role;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) r.clicked = item.id;
}

}  // namespace

FormulaExtent formula_extent(const Formula& f, const FormulaOptions& o) {
  const FormulaLayout layout = layout_formula(f, FontMetrics(), pixels(o), o.wrap_width);
  return {layout.width, layout.ascent, layout.descent};
}

ImVec2 formula_size(const Formula& f, const FormulaOptions& o) {
  const FormulaExtent extent = formula_extent(f, o);
  return {std::ceil(extent.width), std::ceil(extent.ascent + extent.descent)};
}

FormulaResult draw_formula(const char* id, const Formula& f, const FormulaOptions& o) {
  const KeepsDirection kept;
  const float size = pixels(o);
  const FormulaLayout layout = layout_formula(f, FontMetrics(), size, o.wrap_width);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 origin{start.x, std::round(start.y + layout.ascent)};
  FormulaResult r;
  r.bounds =
      box_at(start, {std::max(std::ceil(layout.width), 1.0f), std::max(std::ceil(layout.height()), 1.0f)});
  ImGui::InvisibleButton(id, r.bounds.size());
  const Canvas canvas = window_canvas();
  for (const FormulaItem& item : layout.items) {
    const Box box = hit_box(item, origin);
    take_symbol(item, box, r);
    if (!o.target.empty() && !item.id.empty()) mark(o.target + "." + item.id, box);
  }
  const Inker inker{canvas, origin, std::max(1.0f, size * 0.052f)};
  const bool before = std::exchange(widgets().content, true);  // formulas are the same in all languages
  for (const FormulaItem& item : layout.items) {
    const bool lit = !item.id.empty() && (item.id == r.hovered || item.id == o.lit);
    const Box box = hit_box(item, origin);
    if (lit) canvas.fill(box, role_tint(item.role), em() * 0.2f);
    const Colour plain = o.colour ? o.colour : theme().palette.text;
    const Colour ink = item.role == Role::None ? plain
                       : lit                   ? role_text_on_tint(item.role)
                                               : role_text(item.role);
    inker.draw(item, ink);
  }
  widgets().content = before;
  return r;
}

}  // namespace attnlab
