// Cover images, pixel by pixel, in the colours of the view Pictures.
#include "app/figure/cover_image.h"

#include <algorithm>

#include "app/theme/theme.h"
#include "app/views/common/picture_layer.h"

namespace attnlab {

namespace {

constexpr int kLeastPanel = 160, kPanelGap = 8;
constexpr std::uint32_t kPanelPaper = 0xFFFFFFFF;

struct PanelPainter {
  const CoverPanels& panels;
  std::vector<Colour> colours;
  int scale;  ///< pixels of the image a pixel of the picture
  double most = 0;

  int side() const { return static_cast<int>(panels.picture.width) * scale; }

  void paint(Image& image, int left, int top, const std::vector<double>& weights) const {
    const PatchCover cover{panels.grid, weights, most};
    for (int y = 0; y < side(); ++y)
      for (int x = 0; x < side(); ++x) {
        const Index row = y / scale, column = x / scale;
        const PatchGrid::Place patch{row / panels.grid.side, column / panels.grid.side};
        image.pixels[(top + y) * image.width + left + x] = covered(
            colours[row * panels.picture.width + column], cover.strength(panels.grid.position(patch)));
      }
  }
};

}  // namespace

Image cover_image(const CoverPanels& panels) {
  const Picture& p = panels.picture;
  PanelPainter painter{
      panels, face_colours(picture_face(p.pixels, p.channels, p.height, p.width)),
      std::max((kLeastPanel + static_cast<int>(p.width) - 1) / static_cast<int>(p.width), 1)};
  std::size_t columns = 0;
  for (const auto& row : panels.rows) {
    columns = std::max(columns, row.size());
    for (const std::vector<double>& weights : row)
      painter.most = std::max(painter.most, largest_of_patches(panels.grid, weights));
  }
  const int step = painter.side() + kPanelGap;
  Image image{static_cast<int>(columns) * step + kPanelGap,
              static_cast<int>(panels.rows.size()) * step + kPanelGap,
              {}};
  image.pixels.assign(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height),
                      kPanelPaper);
  for (std::size_t r = 0; r < panels.rows.size(); ++r)
    for (std::size_t c = 0; c < panels.rows[r].size(); ++c)
      painter.paint(image, kPanelGap + static_cast<int>(c) * step, kPanelGap + static_cast<int>(r) * step,
                    panels.rows[r][c]);
  return image;
}

}  // namespace attnlab
