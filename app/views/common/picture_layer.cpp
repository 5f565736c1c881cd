// Pixels as a texture, covers as rectangles.
#include "app/views/common/picture_layer.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/heat_map/cells.h"

namespace attnlab {
namespace {

constexpr float kMostCover = 0.86f;  // the picture is seen through the strongest colour
constexpr Role kCoverRole = Role::Output;

Colour pixel_colour(const PictureFace& face, Index y, Index x) {
  const Index plane = face.height * face.width;
  const auto byte = [&](Index channel) {
    const Index from = std::min(channel, face.channels - 1) * plane;
    return std::clamp(static_cast<int>(std::lround(face.pixels[from + y * face.width + x] * 255)), 0, 255);
  };
  return IM_COL32(byte(0), byte(1), byte(2), 255);
}

/// False if there are no textures.
bool draw_face_texture(const PictureFace& face, const Box& box) {
  TextureSource* const textures = widgets().textures;
  if (!textures) return false;
  const TextureRequest request{.key = face.content ^ 0x91C7E5F0D3A1ull,
                               .version = face.content,
                               .width = static_cast<int>(face.width),
                               .height = static_cast<int>(face.height)};
  void* const texture = textures->texture(request, [&](std::span<std::uint32_t> pixels) {
    std::ranges::copy(face_colours(face), pixels.begin());
  });
  if (texture) window_canvas().unrecorded().image(texture, box);
  return texture != nullptr;
}

void draw_face_cells(const PictureFace& face, const Box& box) {
  const Canvas canvas = window_canvas().unrecorded();
  const PatchGrid pixels{face.height, face.width, 1, 0};
  for (Index y = 0; y < face.height; ++y)
    for (Index x = 0; x < face.width; ++x)
      canvas.fill(patch_box(box, pixels, {y, x}), pixel_colour(face, y, x));
}

TargetRect rect_of(const Box& box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

}  // namespace

std::vector<Colour> face_colours(const PictureFace& face) {
  std::vector<Colour> colours;
  for (Index y = 0; y < face.height; ++y)
    for (Index x = 0; x < face.width; ++x) colours.push_back(pixel_colour(face, y, x));
  return colours;
}

Colour covered(Colour under, float strength) {
  return blend(under, role_colour(kCoverRole), kMostCover * strength);
}

PictureFace picture_face(std::span<const Real> pixels, Index channels, Index height, Index width) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const Real pixel : pixels)
    hash = (hash ^ std::bit_cast<std::uint32_t>(float(pixel))) * 0x100000001B3ull;
  return {pixels, channels, height, width, hash};
}

PictureFace picture_face(const Trace& trace) {
  const Batch& batch = trace.batch();
  const auto cells = static_cast<std::size_t>(batch.channels * batch.height * batch.width);
  return picture_face(std::span(batch.pictures).first(cells), batch.channels, batch.height, batch.width);
}

void draw_face(const PictureFace& face, const Box& box) {
  if (face.pixels.empty()) return;
  if (!draw_face_texture(face, box)) draw_face_cells(face, box);
  const Canvas canvas = window_canvas();
  if (canvas.records())
    canvas.record(
        FigureImage{box, static_cast<int>(face.width), static_cast<int>(face.height), face_colours(face)});
}

float PatchCover::strength(Index position) const {
  const auto at = static_cast<std::size_t>(position);
  if (at >= weights.size() || !(most > 0)) return 0;
  return std::clamp(float(weights[at] / most), 0.0f, 1.0f);
}

double largest_of_patches(const PatchGrid& grid, std::span<const double> weights) {
  double most = 0;
  for (auto at = static_cast<std::size_t>(grid.first); at < weights.size(); ++at)
    most = std::max(most, weights[at]);
  return most;
}

Box patch_box(const Box& box, const PatchGrid& grid, PatchGrid::Place patch) {
  const auto at = [](float from, float length, Index i, Index count) {
    return std::round(from + length * float(i) / float(count));
  };
  return {{at(box.min.x, box.width(), patch.column, grid.columns),
           at(box.min.y, box.height(), patch.row, grid.rows)},
          {at(box.min.x, box.width(), patch.column + 1, grid.columns),
           at(box.min.y, box.height(), patch.row + 1, grid.rows)}};
}

void draw_cover(const PatchCover& cover, const Box& box) {
  const Canvas canvas = window_canvas();
  const Colour colour = role_colour(kCoverRole);
  for (Index at = cover.grid.first; at < cover.grid.positions(); ++at) {
    const float strength = cover.strength(at);
    if (strength > 0.004f)
      canvas.fill(patch_box(box, cover.grid, *cover.grid.patch_at(at)), faded(colour, kMostCover * strength));
  }
}

void draw_cover_numbers(const PatchCover& cover, const Box& box) {
  const Canvas canvas = window_canvas();
  // Two figures at least of the largest share: 0.05 on every patch would be one number.
  const int decimals =
      cover.most > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(cover.most))) + 1, 2, 4) : 2;
  const std::string widest_number = format_fixed(0.88, decimals);
  const ImVec2 number = text_size(fonts().mono_small, widest_number);
  const float wide = std::ceil(number.x + em() * 0.4f), high = std::ceil(number.y);
  if (box.width() / float(cover.grid.columns) < wide * 1.4f) return;
  for (Index at = cover.grid.first; at < cover.grid.positions(); ++at) {
    const Box cell = patch_box(box, cover.grid, *cover.grid.patch_at(at));
    const Box chip = box_at({cell.min.x + em() * 0.2f, cell.max.y - high - em() * 0.2f}, {wide, high});
    canvas.fill(chip, IM_COL32(0, 0, 0, 150), em() * 0.15f);
    draw_text_in(canvas, fonts().mono_small, chip, IM_COL32(255, 255, 255, 255),
                 format_fixed(cover.weights[at], decimals), Align::Centre);
  }
}

void draw_patch_lines(const PatchGrid& grid, const Box& box) {
  const Canvas canvas = window_canvas();
  const Colour colour = faded(theme().palette.text_faint, 0.8f);
  for (Index i = 1; i < grid.columns; ++i) {
    const float x = patch_box(box, grid, {0, i}).min.x;
    canvas.fill({{x, box.min.y}, {x + 1, box.max.y}}, colour);
  }
  for (Index i = 1; i < grid.rows; ++i) {
    const float y = patch_box(box, grid, {i, 0}).min.y;
    canvas.fill({{box.min.x, y}, {box.max.x, y + 1}}, colour);
  }
  canvas.frame(box, colour);
}

Box draw_cover_legend(ImVec2 at, double most, const std::string& words, float width) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Box line = box_at(at, {width, std::ceil(em() * 1.3f)});
  const std::string end = format_number(most, std::min(widgets().digits, 3));
  const Colour under = IM_COL32(128, 128, 128, 255);
  const Colour stops[] = {under, covered(under, 1)};
  const float thickness = std::floor(em() * 0.55f), y = std::floor(line.centre().y - thickness / 2);
  const float zero = text_size(fonts().mono_small, "0").x, last = text_size(fonts().mono_small, end).x;
  float x = line.min.x;
  const auto put = [&](ImFont* font, std::string_view text, float wide) {
    draw_text_in(canvas, font, {{x, line.min.y}, {x + wide + 1, line.max.y}}, p.text_dim, text);
    x += wide + em() * 0.4f;
  };
  put(fonts().mono_small, "0", zero);
  const Box bar = box_at({x, y}, {std::clamp(width - zero - last - em() * 2, em() * 2, em() * 6), thickness});
  canvas.gradient(bar, stops);
  canvas.frame(bar, faded(p.text_faint, 0.6f));
  x = bar.max.x + em() * 0.4f;
  put(fonts().mono_small, end, last);
  const float wide = text_size(fonts().small, words).x;
  if (x + wide <= line.max.x) put(fonts().small, words, wide);
  return line;
}

void draw_patch_frame(const Box& picture, const PatchGrid& grid, Index position, Role role) {
  const std::optional<PatchGrid::Place> patch = grid.patch_at(position);
  if (patch)
    draw_outline(window_canvas(), grown(patch_box(picture, grid, *patch), -1), role_colour(role),
                 std::max(1.5f, em() / 8));
}

PickedPatch pick_patch(const std::string& name, const Box& box, const PatchGrid& grid) {
  PickedPatch picked;
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  const Box visible = intersection(box, clip_box());
  mark(name, box);
  mark_target_grid(name, rect_of(box), rect_of(visible), static_cast<int>(grid.rows),
                   static_cast<int>(grid.columns));
  if (!ImGui::IsItemHovered() && !pressed) return picked;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto cell = [](float offset, float length, Index count) {
    return std::clamp<Index>(static_cast<Index>(offset / length * float(count)), 0, count - 1);
  };
  picked.hovered = PatchGrid::Place{cell(at.y - box.min.y, box.height(), grid.rows),
                                    cell(at.x - box.min.x, box.width(), grid.columns)};
  if (pressed) picked.clicked = picked.hovered;
  return picked;
}

bool draw_small_picture(const PictureFace& face, const PatchCover& cover, const Box& box,
                        const SmallPicture& small) {
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(small.name.c_str(), box.size());
  const bool over = ImGui::IsItemHovered();
  if (!small.tooltip.empty()) tip(small.tooltip);
  mark(small.name, box);
  draw_face(face, box);
  draw_cover(cover, box);
  if (small.framed >= 0) draw_patch_frame(box, cover.grid, small.framed, Role::Query);
  const Palette& p = theme().palette;
  if (small.selected) {
    draw_outline(window_canvas(), box, p.accent, std::max(1.5f, em() / 8));
  } else {
    window_canvas().frame(box, over ? p.text_dim : p.border);
  }
  return pressed;
}

}  // namespace attnlab
