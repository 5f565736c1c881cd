// Paints cells: one texel each, or rectangles for small matrices.
#include "app/widgets/heat_map/cells.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/frame_share.h"
#include "app/widgets/base/texture_source.h"
#include "app/widgets/heat_map/cell_pixels.h"
#include "app/widgets/heat_map/matrix_measure.h"

namespace attnlab {
namespace {

/// A texture, as ImGui's texture id. None with `waits`: it is being painted; none without: there is no
/// texture of this size.
struct CellTexture {
  void* id = nullptr;
  bool waits = false;
};

constexpr std::size_t kMostRemembered = 256;
/// Of a zoomed matrix: cells drawn one by one, as far as they are seen, take less.
constexpr std::int64_t kMostPixels = std::int64_t{1} << 23;

bool same_content(const TextureRequest& a, const TextureRequest& b) {
  return a.version == b.version && a.width == b.width && a.height == b.height;
}

/// A large matrix's texture.
struct LargeTexture {
  std::optional<TextureRequest> shown;  ///< the one that was painted last
  TextureRequest next;                  ///< the one that is being painted
  std::optional<CellPainting> painting;
  std::uint64_t lost = 0;  ///< how often the graphics card no longer had it
};

/// By key.
struct LargeTextures {
  std::unordered_map<std::uint64_t, LargeTexture> all;
};

LargeTexture& remembered_texture(std::uint64_t key) {
  auto& all = remembered<LargeTextures>().all;
  if (all.size() > kMostRemembered && !all.contains(key)) all.clear();
  return all[key];
}

/// Another version where the texture was lost, so that it is filled again.
TextureRequest found_again(TextureRequest request, const LargeTexture& texture) {
  request.version += texture.lost * 0x9E3779B97F4A7C15ull;
  return request;
}

void* show_painted(LargeTexture& texture) {
  texture.shown = texture.next;
  void* const id = widgets().textures->texture(*texture.shown, [&](std::span<std::uint32_t> pixels) {
    std::ranges::copy(texture.painting->pixels(), pixels.begin());
  });
  texture.painting.reset();
  return id;
}

/// The texture painted last; where it was freed meanwhile, an empty one, to be painted again.
CellTexture show_last(LargeTexture& texture) {
  if (!texture.shown) return {.waits = true};
  bool lost = false;
  void* const id = widgets().textures->texture(*texture.shown, [&](std::span<std::uint32_t> pixels) {
    std::ranges::fill(pixels, theme().palette.raised);
    lost = true;
  });
  if (!lost) return {id};
  texture.shown.reset();
  ++texture.lost;
  go_on_next_frame();
  return {id, true};
}

/// Painted in this frame.
CellTexture whole_texture(const TextureRequest& request, const MatrixView& m, const MatrixFacts& facts,
                          Scale scale) {
  return {widgets().textures->texture(request, [&](std::span<std::uint32_t> pixels) {
    paint_cells(m, facts, scale, request.height, request.width, pixels);
  })};
}

/// Painted in this frame's share of time; until all cells are, the texture painted before, if any. `facts`
/// are null while the matrix is being measured.
CellTexture large_texture(const TextureRequest& wanted, const MatrixView& m, const MatrixFacts* facts,
                          Scale scale) {
  if (std::int64_t{wanted.width} * wanted.height > kMostPixels) return {nullptr, !facts};
  LargeTexture& texture = remembered_texture(wanted.key);
  const TextureRequest request = found_again(wanted, texture);
  if (texture.shown && same_content(*texture.shown, request)) return show_last(texture);
  if (!facts) return show_last(texture);
  if (!texture.painting || !same_content(texture.next, request)) {
    texture.next = request;
    texture.painting.emplace(m, request.height, request.width);
  }
  if (texture.painting->go_on(m, *facts, scale, cells_left())) return {show_painted(texture)};
  go_on_next_frame();
  return show_last(texture);
}

/// The most cells for which rectangles cost less than a texture's upload and draw call.
constexpr std::size_t kRectangles = 600;
constexpr std::size_t kMostCachedFacts = 1024;

struct CachedFacts {
  std::uint64_t version = 0;
  MatrixFacts facts;
  std::uint64_t next = 0;                ///< the version that is being measured
  std::optional<MatrixMeasure> measure;  ///< under way; `facts` are of numbers before
};

/// The facts of the matrices on screen, by widget.
struct MatrixFactsCache {
  std::unordered_map<ImGuiID, CachedFacts> by_id;
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15ull + (hash >> 29);
}

std::uint64_t scale_version(const MatrixView& m, const ColourScale& scale) {
  std::uint64_t hash = mixed(content_version(m), static_cast<std::uint64_t>(scale.scale));
  hash = mixed(hash, static_cast<std::uint64_t>(scale.mode));
  hash = mixed(hash, std::bit_cast<std::uint32_t>(scale.fixed.lo));
  hash = mixed(hash, std::bit_cast<std::uint32_t>(scale.fixed.hi));
  return mixed(hash, static_cast<std::uint64_t>(m.rows) << 32 | static_cast<std::uint32_t>(m.cols));
}

bool may_wait(const MatrixView& m) { return m.cells() > kSmallMatrix && has_later_frames(); }

CachedFacts& cached_facts(ImGuiID id) {
  auto& all = remembered<MatrixFactsCache>().by_id;
  if (all.size() > kMostCachedFacts && !all.contains(id)) all.clear();
  return all[id];
}

class CellGrid {
 public:
  CellGrid(const Box& all, const MatrixView& m) : box(all), rows(m.rows), cols(m.cols) {}

  Box box;
  int rows, cols;
  float x(int c) const { return box.min.x + box.width() * float(c) / float(cols); }
  float y(int r) const { return box.min.y + box.height() * float(r) / float(rows); }
  float cell_width() const { return box.width() / float(cols); }
  float cell_height() const { return box.height() / float(rows); }
  Box cell(int r, int c) const { return {{x(c), y(r)}, {x(c + 1), y(r + 1)}}; }

  /// Visible rows [first, last) within the clip rectangle; seen_cols() gives the columns.
  std::pair<int, int> seen_rows() const {
    const Box clip = clip_box();
    return seen(clip.min.y - box.min.y, clip.max.y - box.min.y, cell_height(), rows);
  }
  std::pair<int, int> seen_cols() const {
    const Box clip = clip_box();
    return seen(clip.min.x - box.min.x, clip.max.x - box.min.x, cell_width(), cols);
  }
  Box seen_box() const {
    const auto [first_row, last_row] = seen_rows();
    const auto [first_col, last_col] = seen_cols();
    return {{x(first_col), y(first_row)}, {x(last_col), y(last_row)}};
  }

 private:
  static std::pair<int, int> seen(float low, float high, float cell, int count) {
    const auto at = [&](float pixel) {
      return static_cast<int>(std::clamp(pixel / cell, 0.0f, float(count)));
    };
    return {at(low), std::min(count, at(high) + 1)};
  }
};

/// Records the visible part of a matrix in the figure, one texel per cell.
void record_cells(Canvas canvas, const MatrixView& m, const MatrixFacts& facts, Scale scale,
                  const CellGrid& grid) {
  const auto [first_row, last_row] = grid.seen_rows();
  const auto [first_col, last_col] = grid.seen_cols();
  FigureImage image{grid.seen_box(), last_col - first_col, last_row - first_row, {}};
  for (int r = first_row; r < last_row; ++r)
    for (int c = first_col; c < last_col; ++c) image.pixels.push_back(cell_colour(m, r, c, facts, scale));
  canvas.record(std::move(image));
}

/// One texel per cell, but none smaller than a pixel of the screen.
int pixels_for(int cells, float length) { return std::clamp(static_cast<int>(length), 1, cells); }

bool draw_texture(Canvas canvas, ImGuiID id, const MatrixView& m, const ColourScale& scale,
                  const CellGrid& grid, const MatrixFacts* facts) {
  if (!widgets().textures) return false;
  const std::uint64_t look = theme().palette.panel ^ (theme().dark() ? 1u : 0u);
  const ImVec2 density = ImGui::GetIO().DisplayFramebufferScale;
  const TextureRequest request{.key = mixed(id, 17),
                               .version = mixed(scale_version(m, scale), look),
                               .width = pixels_for(m.cols, grid.box.width() * density.x),
                               .height = pixels_for(m.rows, grid.box.height() * density.y)};
  const CellTexture texture = may_wait(m) ? large_texture(request, m, facts, scale.scale)
                                          : whole_texture(request, m, *facts, scale.scale);
  const Box seen = grid.seen_box();
  const auto share = [&](ImVec2 at) {
    return ImVec2{(at.x - grid.box.min.x) / grid.box.width(), (at.y - grid.box.min.y) / grid.box.height()};
  };
  if (texture.id) canvas.image(texture.id, seen, {share(seen.min), share(seen.max)});
  return texture.id || texture.waits;
}

void draw_rectangles(Canvas canvas, const MatrixView& m, const ColourScale& scale, const CellGrid& grid,
                     const MatrixFacts& facts) {
  const auto [first_row, last_row] = grid.seen_rows();
  const auto [first_col, last_col] = grid.seen_cols();
  for (int r = first_row; r < last_row; ++r) {
    for (int c = first_col; c < last_col; ++c)
      canvas.fill(grid.cell(r, c), cell_colour(m, r, c, facts, scale.scale));
  }
}

/// One quad per run of masked cells in a row; where rows are lower than a pixel, one per line of pixels.
void draw_masked(Canvas canvas, const MatrixView& m, const CellGrid& grid) {
  const auto [first_row, last_row] = grid.seen_rows();
  const auto [first_col, last_col] = grid.seen_cols();
  const int step = std::max(1, static_cast<int>(std::ceil(1 / grid.cell_height())));
  for (int r = first_row; r < last_row; r += step) {
    for (int c = first_col; c < last_col; ++c) {
      if (!m.masked(r, c)) continue;
      const int start = c;
      while (c < last_col && m.masked(r, c)) ++c;
      draw_hatch(canvas, {{grid.x(start), grid.y(r)}, {grid.x(c), grid.y(std::min(r + step, last_row))}});
    }
  }
}

void draw_gaps(Canvas canvas, const CellGrid& grid) {
  if (std::min(grid.cell_width(), grid.cell_height()) < 9.0f) return;
  const Colour gap = theme().palette.panel;
  const Box seen = grid.seen_box();
  const auto [first_row, last_row] = grid.seen_rows();
  const auto [first_col, last_col] = grid.seen_cols();
  for (int c = std::max(first_col, 1); c < last_col; ++c) {
    const float x = std::round(grid.x(c));
    canvas.fill({{x - 1, seen.min.y}, {x, seen.max.y}}, gap);
  }
  for (int r = std::max(first_row, 1); r < last_row; ++r) {
    const float y = std::round(grid.y(r));
    canvas.fill({{seen.min.x, y - 1}, {seen.max.x, y}}, gap);
  }
}

/// How numbers are printed into the cells of one matrix.
struct NumberStyle {
  ImFont* font = nullptr;  ///< null: no numbers
  int decimals = 0;
};

/// Most decimals, up to the wanted precision, with which the widest number of the matrix fits; −1 if none.
int decimals_that_fit(const MatrixFacts& facts, ImFont* font, float width) {
  const float letter = text_size(font, "0").x;
  const auto room = static_cast<int>((width - 4) / letter);
  const int whole = facts.largest >= 1 ? static_cast<int>(std::log10(facts.largest)) + 1 : 1;
  if (facts.all_whole) return room >= whole + (facts.any_negative ? 1 : 0) ? 0 : -1;
  const int spare = room - whole - (facts.any_negative ? 1 : 0) - 1;
  if (spare >= 1) return std::min(spare, decimals_for(facts.largest, widgets().digits));
  return spare >= -1 && facts.largest >= 10 ? 0 : -1;
}

/// Whether a number in the middle of a cell is completely visible.
bool shows_number(const Box& cell, const Box& clip, ImVec2 number) {
  const ImVec2 c = cell.centre();
  return c.x - number.x / 2 >= clip.min.x && c.x + number.x / 2 <= clip.max.x &&
         c.y - number.y / 2 >= clip.min.y && c.y + number.y / 2 <= clip.max.y;
}

/// Smallest cell that gets a number in a font of this size, in pixels.
float least_cell(const ImFont* font) {
  return smallest_numbered_cell() * font_size(font) / font_size(fonts().mono_small);
}

/// The large font where it loses no digits and fits the height; the tiny one where cells are small beside the
/// text around them.
NumberStyle number_style(const MatrixFacts& facts, float width, float height) {
  const float roomy = least_cell(fonts().mono_small);
  if (width < roomy || height < roomy * kNumberedHeight) {
    const int tiny = decimals_that_fit(facts, fonts().mono_tiny, width);
    return tiny < 0 ? NumberStyle{} : NumberStyle{fonts().mono_tiny, tiny};
  }
  const int small = decimals_that_fit(facts, fonts().mono_small, width);
  const int large = decimals_that_fit(facts, fonts().mono, width * 0.92f);
  if (small < 0) return {};
  return large == small && height >= smallest_numbered_cell() * 0.6f ? NumberStyle{fonts().mono, large}
                                                                     : NumberStyle{fonts().mono_small, small};
}

void draw_masked_number(Canvas canvas, const Box& cell, const Box& clip, float value) {
  if (std::isfinite(value)) return;
  ImFont* const font = cell.height() < smallest_numbered_cell() * 0.6f ? fonts().small : fonts().ui;
  const ImVec2 size = text_size(font, "−∞"), c = cell.centre();
  if (!shows_number(cell, clip, size)) return;
  const ImVec2 half{size.x / 2 + em() * 0.2f, size.y * 0.42f};
  canvas.fill({{c.x - half.x, c.y - half.y}, {c.x + half.x, c.y + half.y}}, masked_face(), em() * 0.2f);
  draw_text_in(canvas, font, cell, theme().palette.text_dim, format_fixed(double(value), 0), Align::Centre);
}

}  // namespace

const MatrixFacts& matrix_facts(ImGuiID id, const MatrixView& m, const ColourScale& scale) {
  CachedFacts& cached = cached_facts(id);
  const std::uint64_t version = scale_version(m, scale);
  if (!cached.facts.ranges.empty() && cached.version == version) return cached.facts;
  if (!cached.measure || cached.next != version) {
    cached.measure.emplace(m, scale);
    cached.next = version;
  }
  std::size_t all = m.cells() + 1;
  if (cached.measure->go_on(m, may_wait(m) ? cells_left() : all)) {
    cached.facts = cached.measure->facts();
    cached.version = version;
    cached.measure.reset();
  } else {
    go_on_next_frame();
    const MatrixFacts so_far = cached.measure->facts();
    if (cached.facts.ranges.size() != so_far.ranges.size()) cached.facts = so_far;
  }
  return cached.facts;
}

float smallest_numbered_cell() { return 34.0f * em() / kBaseEm; }

void draw_cells(Canvas canvas, ImGuiID id, const MatrixView& m, const ColourScale& scale, const Box& box) {
  if (m.empty() || !ImGui::IsRectVisible(box.min, box.max)) return;
  const MatrixFacts& facts = matrix_facts(id, m, scale);
  const bool measured = !cached_facts(id).measure;
  const CellGrid grid(box, m);
  const bool small = m.cells() <= kRectangles;
  if (canvas.records()) record_cells(canvas, m, facts, scale.scale, grid);
  const Canvas screen = canvas.unrecorded();
  if (small || !draw_texture(screen, id, m, scale, grid, measured ? &facts : nullptr))
    draw_rectangles(screen, m, scale, grid, facts);
  if (facts.any_masked) draw_masked(canvas, m, grid);
  draw_gaps(canvas, grid);
}

void draw_numbers(Canvas canvas, ImGuiID id, const MatrixView& m, const ColourScale& scale, const Box& box) {
  const CellGrid grid(box, m);
  const float least = least_cell(fonts().mono_tiny);
  if (m.empty() || grid.cell_width() < least || grid.cell_height() < least * kNumberedHeight) return;
  const MatrixFacts& facts = matrix_facts(id, m, scale);
  const NumberStyle style = number_style(facts, grid.cell_width(), grid.cell_height());
  if (!style.font) return;
  const Box clip = clip_box();
  const auto [first_row, last_row] = grid.seen_rows();
  const auto [first_col, last_col] = grid.seen_cols();
  for (int r = first_row; r < last_row; ++r) {
    for (int c = first_col; c < last_col; ++c) {
      const float value = m.at(r, c);
      if (facts.any_masked && m.masked(r, c)) {
        draw_masked_number(canvas, grid.cell(r, c), clip, value);
        continue;
      }
      const Colour ink = ink_on(cell_colour(m, r, c, facts, scale.scale));
      const std::string text = format_fixed(double(value), style.decimals);
      if (shows_number(grid.cell(r, c), clip, text_size(style.font, text)))
        draw_text_in(canvas, style.font, grid.cell(r, c), ink, text, Align::Centre);
    }
  }
}

}  // namespace attnlab
