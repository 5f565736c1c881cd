// Paints textures, and remembers those that are not finished.
#include "app/widgets/heat_map/cell_texture.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "app/widgets/base/context.h"
#include "app/widgets/base/frame_share.h"
#include "app/widgets/heat_map/cell_pixels.h"

namespace attnlab {
namespace {

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

}  // namespace

CellTexture whole_texture(const TextureRequest& request, const MatrixView& m, const MatrixFacts& facts,
                          Scale scale) {
  return {widgets().textures->texture(request, [&](std::span<std::uint32_t> pixels) {
    paint_cells(m, facts, scale, request.height, request.width, pixels);
  })};
}

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

}  // namespace attnlab
