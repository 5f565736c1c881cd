// One block of the large map: its caption at the left, as much as fits, and its values at the right.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/architecture/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Largest matrix that is drawn completely.
constexpr int kMostDrawnRows = 64, kMostDrawnColumns = 160;

/// One line of a block's caption.
struct CaptionLine {
  std::string text, brief;
  bool number = false;
};

std::vector<CaptionLine> caption_lines(const MapFrame& frame, std::size_t at) {
  const MapBlock& block = frame.shown.map.blocks[at];
  const BlockName name = name_of(block);
  std::vector<CaptionLine> lines{{name.full, name.brief}};
  lines.push_back({sizes_text(block_sizes(frame.shown.config, block, frame.lengths())), "", true});
  const Index count = frame.shown.parameters[at];
  if (count > 0)
    lines.push_back({parameters_text(frame.shown.config, block, count),
                     tr("{1} params", format_compact(double(count))), false});
  return lines;
}

/// The n of "every n-th is drawn".
int every(int count, int most) { return (count + most - 1) / most; }

ImFont* font_of(const CaptionLine& line, bool large) {
  const Fonts& f = fonts();
  if (line.number) return f.mono_small;
  return large ? f.ui : f.small;
}

void draw_line(const CaptionLine& line, bool large, bool first, const Box& box, Colour ink) {
  ImFont* const font = font_of(line, large);
  const bool fits = text_size(font, line.text).x <= box.width();
  if (!fits && (line.brief.empty() || text_size(font, line.brief).x > box.width())) return;
  draw_text_in(window_canvas(), font, box, first ? ink : theme().palette.text_dim,
               fits ? line.text : line.brief);
}

/// Name, shape and parameters below each other, or name and shape in one line where there is room for one.
void draw_caption(const std::vector<CaptionLine>& lines, const Box& box, Colour ink) {
  const float small = font_size(fonts().small) * 1.08f, large = font_size(fonts().ui) * 1.12f;
  const auto count = float(lines.size());
  const bool big = box.height() >= large * (count + 0.3f) && box.width() > em() * 10;
  const float pitch = big ? large : small;
  const int shown = std::min(static_cast<int>(box.height() / pitch), static_cast<int>(lines.size()));
  if (shown == 0 && box.height() < small * 0.75f) return;
  const int drawn = std::max(shown, 1);
  const float top = box.centre().y - pitch * float(drawn) / 2;
  for (int i = 0; i < drawn; ++i) {
    const float y = top + pitch * float(i);
    draw_line(lines[i], big && i == 0, i == 0, {{box.min.x, y}, {box.max.x, y + pitch}}, ink);
  }
  if (drawn > 1) return;
  const float used = text_size(fonts().small, lines[0].text).x + em() * 0.6f;
  if (const Box rest{{box.min.x + used, box.min.y}, box.max};
      text_size(fonts().mono_small, lines[1].text).x + em() * 0.4f <= rest.width())
    draw_text_in(window_canvas(), fonts().mono_small, {rest.min, {rest.max.x - em() * 0.4f, rest.max.y}},
                 theme().palette.text_dim, lines[1].text, Align::Right);
}

/// Draws the cells of all tokens side by side, with the state that passes between them.
void draw_unrolled(const TensorSlice& states, const MapBlock& block, const Box& box) {
  const Canvas canvas = window_canvas();
  const auto tokens = float(states.view.rows);
  const float step = box.width() / tokens, gap = std::floor(step * 0.35f);
  const TensorSlice upright = transposed(states);
  const ImGuiID id = ImGui::GetID(block.tensor.c_str());
  if (step < em() * 0.9f) return draw_cells(canvas, id, sampled(upright.view), block_scale(block.kind), box);
  const ColourScale own = block_scale(block.kind);
  const ValueRange range = matrix_facts(id, states.view, own).range(0);
  const ColourScale shared{own.scale, RangeMode::Fixed, range};
  const bool back = block.kind == MapKind::ReverseCells;
  const float head = std::min(gap * 0.45f, em() * 0.25f), y = std::floor(box.centre().y) + 0.5f;
  const Colour ink = role_text(Role::Residual);
  for (int t = 0; t < states.view.rows; ++t) {
    const float x = box.min.x + step * float(t);
    draw_cells(canvas, id + static_cast<ImGuiID>(t) + 1, column_range(upright, t, 1).view, shared,
               {{x, box.min.y}, {x + step - gap, box.max.y}});
    if (t + 1 == states.view.rows) continue;
    const float from = x + step - gap + 1, to = x + step - 1;
    canvas.line({from, y}, {to, y}, ink);
    back ? canvas.triangle({from, y}, {from + head, y - head}, {from + head, y + head}, ink)
         : canvas.triangle({to, y}, {to - head, y - head}, {to - head, y + head}, ink);
  }
}

void draw_picture(const MapFrame& frame, const MapBlock& block, const Box& box) {
  if (box.width() < 4 || box.height() < 3) return;
  const Canvas canvas = window_canvas();
  if (frame.is_draft()) return canvas.frame(box, theme().palette.border, em() * 0.15f);
  const TensorSlice slice = matrix_slice(frame.model.trace->find(block.tensor), 0, frame.model.trace_version);
  if (slice.empty()) return;
  if (block.kind == MapKind::Cells || block.kind == MapKind::ReverseCells)
    return draw_unrolled(slice, block, box);
  const MatrixView seen = sampled(slice.view);
  const ImGuiID id = ImGui::GetID(block.tensor.c_str());
  draw_cells(canvas, id, seen, block_scale(block.kind), box);
  draw_numbers(canvas, id, seen, block_scale(block.kind), box);
}

}  // namespace

MatrixView sampled(const MatrixView& m) {
  MatrixView seen = m;
  const int down = every(m.rows, kMostDrawnRows), across = every(m.cols, kMostDrawnColumns);
  seen.rows = (m.rows + down - 1) / down;
  seen.cols = (m.cols + across - 1) / across;
  seen.row_stride *= down;
  seen.col_stride *= across;
  return seen;
}

std::string sampling_text(const MatrixView& m) {
  const int down = every(m.rows, kMostDrawnRows), across = every(m.cols, kMostDrawnColumns);
  const std::string rows = std::to_string(down), columns = std::to_string(across);
  if (down > 1 && across > 1) return tr("one row in {1}, one column in {2}", rows, columns);
  if (down > 1) return tr("one row in {1}", rows);
  return across > 1 ? tr("one column in {1}", columns) : "";
}

bool is_overview(const MapFrame& frame) {
  return frame.shown.map.caption * frame.place.scale < text_size(fonts().small, tr("masked self")).x;
}

bool has_room_for_badges(const MapFrame& frame) {
  const auto& badges = frame.shown.map.badges;
  return !badges.empty() && badges[0].box.height() * frame.place.scale >= font_size(fonts().small) * 0.85f;
}

void draw_wide_block(const MapFrame& frame, std::size_t at, const Box& box, MapLook look) {
  const MapBlock& block = frame.shown.map.blocks[at];
  if (block.kind == MapKind::Sum) return draw_map_sum(box, look);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float scale = frame.place.scale, rounding = std::min(em() * 0.28f, box.height() * 0.2f);
  const bool changed =
      frame.is_draft() && differs(frame.open.config, frame.open.map, frame.shown.config, block);
  canvas.fill(box, look.chosen ? p.accent_soft : look.hovered ? p.raised_hover : p.raised, rounding);
  if (changed || look.chosen || theme().high_contrast)
    canvas.frame(box, changed || look.chosen ? p.accent : p.border, rounding,
                 changed ? std::max(1.5f, em() / 9) : std::max(1.0f, em() / 12));
  const float pad = std::max(4.0f, std::floor(kBaseEm * 0.4f * scale));
  const float caption = std::min(frame.shown.map.caption * scale, box.width() * 0.5f);
  Box words{{box.min.x + pad, box.min.y + pad * 0.3f},
            {box.min.x + caption - pad * 0.5f, box.max.y - pad * 0.3f}};
  // The caption stays visible while its part of the block is.
  words.min.x =
      std::clamp(clip_box().min.x + pad, words.min.x, std::max(words.min.x, words.max.x - em() * 4));
  if (is_overview(frame)) words = {};
  if (block.kind == MapKind::Attention && has_room_for_badges(frame)) words.max.y -= kBaseEm * 1.15f * scale;
  if (!words.empty())
    draw_caption(caption_lines(frame, at), words, look.chosen ? p.text : blend(p.text_dim, p.text, 0.6f));
  if (block.kind == MapKind::Attention) return;
  const float edge = std::floor(std::max(2.0f, kBaseEm * 0.3f * scale));
  draw_picture(frame, block, {{box.min.x + caption, box.min.y + edge}, {box.max.x - pad, box.max.y - edge}});
}

}  // namespace attnlab
