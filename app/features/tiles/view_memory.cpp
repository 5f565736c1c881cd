// Memory of plain attention and of tiles, for the text on screen and for longer texts.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/tiles/view_frame.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/heads/attention_traffic.h"

namespace attnlab {
namespace {

std::string traffic_text(double bytes) {
  constexpr std::array<const char*, 4> kUnits{" B", " kB", " MB", " GB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  return (unit == 0 ? format_count(std::llround(bytes)) : format_number(bytes, 3)) + kUnits[unit];
}

/// One length of text.
struct LengthLine {
  std::string what;
  AttentionTraffic whole, tiled;
};

/// Keys that the tiles read together.
Index key_rows(const TilesFrame& f) {
  Index rows = 0;
  for (Index tile = 0; tile < f.tiles(); ++tile)
    for (Index b = 0; b < f.blocks(); ++b)
      if (!f.hidden(b, tile)) rows += std::min(f.size, f.keys() - b * f.size);
  return rows;
}

std::vector<LengthLine> lines_of(const TilesFrame& f) {
  std::vector<LengthLine> lines{{"on screen", whole_matrix_traffic(f.queries(), f.keys(), f.features()),
                                 tiled_traffic(f.queries(), key_rows(f), f.features())}};
  constexpr Index kTile = 64;
  for (const Index t : {Index{1024}, Index{8192}})
    lines.push_back({format_count(t) + " tokens", whole_matrix_traffic(t, t, f.features()),
                     tiled_traffic(t, all_key_rows(t, t, kTile), f.features())});
  return lines;
}

void draw_cells(ImVec2 at, float width, ImFont* font, Colour colour,
                const std::array<std::string, 5>& cells) {
  const float first = width * 0.26f, rest = (width - first) / 4, height = em() * 1.35f;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float x = i == 0 ? 0 : first + rest * static_cast<float>(i - 1);
    draw_text_in(window_canvas(), font, box_at({at.x + x, at.y}, {i == 0 ? first : rest, height}), colour,
                 cells[i], i == 0 ? Align::Left : Align::Right);
  }
}

}  // namespace

void draw_tiles_memory(const TilesFrame& f, float width) {
  const Palette& p = theme().palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = em() * 1.35f;
  draw_text_in(window_canvas(), fonts().ui_bold, box_at(at, {width, line}), p.text,
               "Memory of this head, counted");
  const float half = width * 0.26f + (width - width * 0.26f) / 2;
  draw_text_in(window_canvas(), fonts().small, box_at({at.x, at.y + line}, {half, line}), p.text_dim,
               "whole matrices", Align::Right);
  draw_text_in(window_canvas(), fonts().small, box_at({at.x, at.y + line}, {width, line}), p.text_dim,
               "tiles", Align::Right);
  draw_cells({at.x, at.y + 2 * line}, width, fonts().small, p.text_dim,
             {"", "kept", "moved", "kept", "moved"});
  float y = at.y + 3 * line;
  for (const LengthLine& l : lines_of(f)) {
    draw_cells({at.x, y}, width, fonts().ui, p.text,
               {l.what, traffic_text(l.whole.stored), traffic_text(l.whole.moved),
                traffic_text(l.tiled.stored), traffic_text(l.tiled.moved)});
    y += line;
  }
  move_cursor({at.x, y + em() * 0.2f});
  ImGui::BeginGroup();
  wrapped_text(fonts().ui, p.text_dim,
               "Kept beside Q, K, V and the context. Moved: queries once, keys and values for each tile that "
               "sees them. Longer texts: blocks of 64, all seen.",
               width);
  ImGui::EndGroup();
}

}  // namespace attnlab
