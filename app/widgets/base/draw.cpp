// Text, hatching and outlines on a canvas.
#include "app/widgets/base/draw.h"

#include <algorithm>
#include <cmath>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/base/visual_order.h"

namespace attnlab {
namespace {

constexpr int kHatchTile = 8;

/// A tile with one diagonal, antialiased.
void fill_hatch(std::span<std::uint32_t> pixels, int side, Colour colour) {
  const float wide = float(side) / float(kHatchTile);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const float off = float((x + y) % side);
      const float distance = std::min(off, float(side) - off) / std::sqrt(2.0f);
      pixels[y * side + x] = faded(colour, std::clamp(0.55f + 0.55f * wide - distance, 0.0f, 1.0f));
    }
  }
}

int hatch_side() { return std::max(kHatchTile, static_cast<int>(std::lround(em() * kHatchTile / kBaseEm))); }

void* hatch_texture(int side, Colour colour) {
  if (!widgets().textures) return nullptr;
  const TextureRequest request{.key = 0x68617463ull,
                               .version = colour ^ static_cast<std::uint64_t>(side) << 32,
                               .width = side,
                               .height = side,
                               .repeat = true};
  return widgets().textures->texture(request,
                                     [&](std::span<std::uint32_t> p) { fill_hatch(p, side, colour); });
}

/// Without textures: plain lines, clipped to the box.
void draw_hatch_lines(Canvas canvas, const Box& box, float step, Colour colour) {
  canvas.push_clip(box);
  const float first = std::floor((box.min.x + box.min.y) / step) * step;
  for (float sum = first; sum < box.max.x + box.max.y; sum += step) {
    canvas.line({sum - box.max.y, box.max.y}, {sum - box.min.y, box.min.y}, colour);
  }
  canvas.pop_clip();
}

/// Whether a text sticks out of its window, which cannot be scrolled to show it. In a window that is wholly
/// scrolled out of sight, ImGui gives nothing its place.
bool beyond_window(const Box& text) {
  if (!widgets().count_cut || clip_box().empty()) return false;
  const Box window = box_at(ImGui::GetWindowPos(), ImGui::GetWindowSize());
  const auto over = [](float from, float to, float least, float most) {
    return to > least && from < most && (from < least - 1 || to > most + 1);
  };
  return (over(text.min.x, text.max.x, window.min.x, window.max.x) && ImGui::GetScrollMaxX() <= 0) ||
         (over(text.min.y, text.max.y, window.min.y, window.max.y) && ImGui::GetScrollMaxY() <= 0);
}

void note_cut(std::string_view text) {
  if (widgets().count_cut) mark_cut_label(text);
}

}  // namespace

Box clip_box() { return window_canvas().clip(); }

void mark(std::string_view name, const Box& box) {
  if (name.empty() || widgets().nameless) return;
  add_focus_stop(name, box);
  const Box clip = clip_box(), seen = intersection(box, clip);
  const auto rect = [](const Box& b) { return TargetRect{b.min.x, b.min.y, b.max.x, b.max.y}; };
  mark_target(name, seen.empty() ? TargetRect{} : rect(seen));
  mark_target_place(name, {rect(box), rect(clip)});
}

void mark_part(std::string_view name, std::string_view title, const Box& box, FigurePartKind kind) {
  if (name.empty()) return;
  const FigurePart part{std::string(name), std::string(title), box, kind};
  if (widgets().figure) widgets().figure->parts.push_back(part);
  if (widgets().parts && !widgets().hidden) widgets().parts->push_back(part);
}

void move_cursor(ImVec2 to) {
  ImGui::SetCursorScreenPos(to);
  extend_content(to);
}

Box reserve(ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  return box_at(at, size);
}

ImVec2 text_size(ImFont* font, std::string_view text) {
  if (text.empty()) return {0, font_size(font)};
  std::string room;
  const std::string_view shown = visual_order(text, room);
  return text_extent(font, font_size(font), 1e9f, shown);
}

void draw_text(Canvas canvas, ImFont* font, ImVec2 at, Colour colour, std::string_view text) {
  if (widgets().count_cut && beyond_window(box_at(at, text_size(font, text)))) note_cut(text);
  canvas.text(font, font_size(font), at, colour, text);
}

std::string fitted(ImFont* font, std::string_view text, float width) {
  if (text_size(font, text).x <= width) return std::string(text);
  const float dots = text_size(font, "…").x;
  const char* stop = nullptr;
  text_extent(font, font_size(font), std::max(0.0f, width - dots), text, &stop);
  std::string_view fits(text.data(), static_cast<std::size_t>(stop - text.data()));
  while (fits.ends_with(' ')) fits.remove_suffix(1);
  return std::string(fits) + "…";
}

bool draw_text_in(Canvas canvas, ImFont* font, const Box& box, Colour colour, std::string_view text,
                  Align align, Cut cut) {
  const std::string shown = fitted(font, text, box.width());
  const ImVec2 size = text_size(font, shown);
  const float slack = box.width() - size.x;
  const float x = box.min.x + (align == Align::Left ? 0.0f : align == Align::Right ? slack : slack / 2);
  const ImVec2 at{std::floor(x), std::floor(box.min.y + (box.height() - size.y) / 2)};
  canvas.text(font, font_size(font), at, colour, shown, align);
  const bool is_cut = shown != text;
  if (cut == Cut::Fault && (is_cut || beyond_window({at, {at.x + size.x, at.y + size.y}}))) note_cut(text);
  return is_cut;
}

void draw_text_upwards(Canvas canvas, ImFont* font, const Box& box, Colour colour, std::string_view text,
                       Cut cut) {
  const std::string shown = fitted(font, text, box.height());
  if (cut == Cut::Fault && shown != text) note_cut(text);
  const ImVec2 pivot{std::floor(box.centre().x - font_size(font) / 2), std::floor(box.max.y)};
  canvas.text_upwards(font, pivot, colour, shown);
}

void draw_hatch(Canvas canvas, const Box& box) {
  const Colour colour = theme().palette.hatch;
  const int side = hatch_side();
  const auto step = float(side);
  canvas.record(FigureHatch{box, step, colour});
  void* texture = hatch_texture(side, colour);
  if (!texture) return draw_hatch_lines(canvas.unrecorded(), box, step, colour);
  // Texture coordinates follow the screen, so that neighbouring regions join without a seam.
  canvas.image(texture, box, {{box.min.x / step, box.min.y / step}, {box.max.x / step, box.max.y / step}});
}

void draw_outline(Canvas canvas, const Box& box, Colour colour, float thickness) {
  const float half = thickness / 2;
  const Colour edge = faded(theme().palette.panel, 0.85f);
  canvas.frame(grown(box, half + 1), edge, 0, thickness + 2);
  canvas.frame(grown(box, half), colour, 0, thickness);
}

Box draw_badge(Canvas canvas, ImVec2 at, std::string_view text, Colour face, Colour ink) {
  ImFont* font = fonts().small;
  const float pad = em() * 0.4f;
  const ImVec2 size = text_size(font, text);
  const Box box = box_at(at, {size.x + 2 * pad, std::floor(size.y + pad * 0.6f)});
  canvas.fill(box, face, box.height() / 2);
  draw_text_in(canvas, font, box, ink, text, Align::Centre);
  return box;
}

void draw_veil(Canvas canvas, const Box& box, float strength) {
  if (!box.empty()) canvas.fill(box, faded(theme().palette.panel, strength));
}

}  // namespace attnlab
