// A triangle rasterizer with OpenGL's rules: pixel centres, top-left edges, source over destination.
#include "app/figure/raster.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

/// Corners are rounded to 1/256 pixel, so that edges are exact and shared edges never overlap.
constexpr std::int64_t kPixelParts = 256;

/// From this many texels per pixel on, texels are averaged.
constexpr float kAveragedFrom = 1.5f;

/// Red, green, blue, alpha from 0 to 1; not premultiplied.
using Light = std::array<float, 4>;

Light unpacked(std::uint32_t colour) {
  Light light;
  for (unsigned i = 0; i < 4; ++i) light[i] = float(colour >> (8 * i) & 255u) / 255.0f;
  return light;
}

/// Reads a texture at texture coordinates.
class Sampler {
 public:
  /// `texels`: texels per pixel along each axis.
  Sampler(const CpuTexture& texture, ImVec2 texels) : texture_(texture), texels_(texels) {}

  Light at(float u, float v) const {
    const float x = u * float(texture_.image.width), y = v * float(texture_.image.height);
    if (texture_.smooth) return mixed(x - 0.5f, y - 0.5f);
    if (std::max(texels_.x, texels_.y) > kAveragedFrom) return averaged(x, y);
    return texel(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)));
  }

 private:
  static int place(int i, int count, bool repeat) {
    if (!repeat) return std::clamp(i, 0, count - 1);
    const int rest = i % count;
    return rest < 0 ? rest + count : rest;
  }

  Light texel(int x, int y) const {
    const Image& image = texture_.image;
    const int column = place(x, image.width, texture_.repeat), row = place(y, image.height, texture_.repeat);
    return unpacked(image.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) +
                                 static_cast<std::size_t>(column)]);
  }

  Light mixed(float x, float y) const {
    const float left = std::floor(x), top = std::floor(y), fx = x - left, fy = y - top;
    const int c = static_cast<int>(left), r = static_cast<int>(top);
    const Light a = texel(c, r), b = texel(c + 1, r), d = texel(c, r + 1), e = texel(c + 1, r + 1);
    Light light;
    for (std::size_t i = 0; i < 4; ++i)
      light[i] = std::lerp(std::lerp(a[i], b[i], fx), std::lerp(d[i], e[i], fx), fy);
    return light;
  }

  Light averaged(float x, float y) const {
    const auto ends = [](float at, float wide) {
      const int from = static_cast<int>(std::floor(at - wide / 2));
      return std::pair(from, std::max(from + 1, static_cast<int>(std::floor(at + wide / 2))));
    };
    const auto [left, right] = ends(x, texels_.x);
    const auto [top, bottom] = ends(y, texels_.y);
    Light sum{};
    for (int r = top; r < bottom; ++r)
      for (int c = left; c < right; ++c) {
        const Light one = texel(c, r);
        for (std::size_t i = 0; i < 4; ++i) sum[i] += one[i];
      }
    const auto count = float((right - left) * (bottom - top));
    for (float& part : sum) part /= count;
    return sum;
  }

  const CpuTexture& texture_;
  ImVec2 texels_;
};

struct RasterPoint {
  std::int64_t x, y;  ///< in parts of a pixel
};

RasterPoint raster_point(ImVec2 p) {
  const auto parts = [](float v) {
    return static_cast<std::int64_t>(std::lround(double(v) * double(kPixelParts)));
  };
  return {parts(p.x), parts(p.y)};
}

/// Twice the area of the triangle a, b, p; positive if p is to the right of a→b on a screen whose y points
/// down.
std::int64_t side(RasterPoint a, RasterPoint b, RasterPoint p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// A pixel centre on an edge belongs to the triangle that has the edge at its top or left.
std::int64_t bias(RasterPoint a, RasterPoint b) {
  const bool top = a.y == b.y && b.x > a.x, left = b.y < a.y;
  return top || left ? 0 : -1;
}

struct Corner {
  RasterPoint at;
  ImVec2 uv;
  Light light;
};

/// The painted part of the picture: columns and rows [first, last).
struct PaintedPart {
  int left, top, right, bottom;
};

class Painter {
 public:
  Painter(int width, int height, std::uint32_t background) : width_(width), height_(height) {
    const Light light = unpacked(background);
    pixels_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                   {light[0] * light[3], light[1] * light[3], light[2] * light[3], light[3]});
  }

  PaintedPart window(const ImVec4& clip) const {
    const auto edge = [](float v, int most) { return std::clamp(static_cast<int>(v), 0, most); };
    return {edge(clip.x, width_), edge(clip.y, height_), edge(clip.z, width_), edge(clip.w, height_)};
  }

  void triangle(const CpuTexture& texture, std::array<Corner, 3> c, const PaintedPart& w) {
    std::int64_t area = side(c[0].at, c[1].at, c[2].at);
    if (area == 0) return;
    if (area < 0) std::swap(c[1], c[2]), area = -area;
    const auto [x0, x1] = std::minmax({c[0].at.x, c[1].at.x, c[2].at.x});
    const auto [y0, y1] = std::minmax({c[0].at.y, c[1].at.y, c[2].at.y});
    const int left = std::max(w.left, pixel(x0)), right = std::min(w.right, pixel(x1) + 1);
    const int top = std::max(w.top, pixel(y0)), bottom = std::min(w.bottom, pixel(y1) + 1);
    const Sampler sampler(texture, texels_per_pixel(texture, c));
    const bool plain =
        c[0].uv.x == c[1].uv.x && c[0].uv.y == c[1].uv.y && c[0].uv.x == c[2].uv.x && c[0].uv.y == c[2].uv.y;
    const Light flat = plain ? sampler.at(c[0].uv.x, c[0].uv.y) : Light{};
    for (int y = top; y < bottom; ++y)
      for (int x = left; x < right; ++x) {
        const RasterPoint p{x * kPixelParts + kPixelParts / 2, y * kPixelParts + kPixelParts / 2};
        const std::int64_t e0 = side(c[1].at, c[2].at, p), e1 = side(c[2].at, c[0].at, p),
                           e2 = side(c[0].at, c[1].at, p);
        if (e0 + bias(c[1].at, c[2].at) < 0 || e1 + bias(c[2].at, c[0].at) < 0 ||
            e2 + bias(c[0].at, c[1].at) < 0)
          continue;
        const float a = share(e0, area), b = share(e1, area), d = share(e2, area);
        const auto between = [&](float p0, float p1, float p2) { return a * p0 + b * p1 + d * p2; };
        const Light texel = plain ? flat
                                  : sampler.at(between(c[0].uv.x, c[1].uv.x, c[2].uv.x),
                                               between(c[0].uv.y, c[1].uv.y, c[2].uv.y));
        Light light;
        for (std::size_t i = 0; i < 4; ++i)
          light[i] = texel[i] * between(c[0].light[i], c[1].light[i], c[2].light[i]);
        blend(x, y, light);
      }
  }

  Image image() const {
    Image image{width_, height_, {}};
    image.pixels.reserve(pixels_.size());
    for (const Light& p : pixels_) {
      const float alpha = p[3];
      std::uint32_t packed = byte(alpha) << 24;
      for (unsigned i = 0; i < 3; ++i) packed |= byte(alpha > 0 ? p[i] / alpha : 0) << (8 * i);
      image.pixels.push_back(packed);
    }
    return image;
  }

 private:
  static std::uint32_t byte(float v) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255));
  }
  static int pixel(std::int64_t parts) {
    return static_cast<int>(std::floor(double(parts) / double(kPixelParts)));
  }
  static float share(std::int64_t part, std::int64_t whole) { return float(double(part) / double(whole)); }

  /// Images are axis-aligned: the widest steps between corners give the texels per pixel.
  static ImVec2 texels_per_pixel(const CpuTexture& texture, const std::array<Corner, 3>& c) {
    const auto speed = [&](auto uv, auto at, int count) {
      const auto [u0, u1] = std::minmax({uv(c[0]), uv(c[1]), uv(c[2])});
      const auto [p0, p1] = std::minmax({at(c[0]), at(c[1]), at(c[2])});
      const float pixels = float(p1 - p0) / float(kPixelParts);
      return pixels > 0 ? (u1 - u0) * float(count) / pixels : 0;
    };
    return {speed([](const Corner& k) { return k.uv.x; }, [](const Corner& k) { return k.at.x; },
                  texture.image.width),
            speed([](const Corner& k) { return k.uv.y; }, [](const Corner& k) { return k.at.y; },
                  texture.image.height)};
  }

  void blend(int x, int y, const Light& light) {
    Light& under =
        pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    const float alpha = light[3];
    for (std::size_t i = 0; i < 3; ++i) under[i] = light[i] * alpha + under[i] * (1 - alpha);
    under[3] = alpha + under[3] * (1 - alpha);
  }

  int width_, height_;
  std::vector<Light> pixels_;  ///< premultiplied
};

Corner corner(const ImDrawVert& v, ImVec2 origin) {
  return {raster_point({v.pos.x - origin.x, v.pos.y - origin.y}), v.uv, unpacked(v.col)};
}

}  // namespace

Image rasterize(const ImDrawData& data, std::uint32_t background) {
  Painter painter(static_cast<int>(data.DisplaySize.x), static_cast<int>(data.DisplaySize.y), background);
  const ImVec2 o = data.DisplayPos;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    for (const ImDrawCmd& cmd : list.CmdBuffer) {
      const ImVec4& clip = cmd.ClipRect;
      const PaintedPart window = painter.window({clip.x - o.x, clip.y - o.y, clip.z - o.x, clip.w - o.y});
      const auto& texture = *static_cast<const CpuTexture*>(texture_of(cmd));
      const ImDrawVert* const vertices = list.VtxBuffer.Data + cmd.VtxOffset;
      const ImDrawIdx* const indices = list.IdxBuffer.Data + cmd.IdxOffset;
      for (unsigned i = 0; i + 2 < cmd.ElemCount; i += 3)
        painter.triangle(texture,
                         {corner(vertices[indices[i]], o), corner(vertices[indices[i + 1]], o),
                          corner(vertices[indices[i + 2]], o)},
                         window);
    }
  }
  return painter.image();
}

}  // namespace attnlab
