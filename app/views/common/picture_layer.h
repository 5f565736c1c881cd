// A picture on screen: its pixels, a colour laid over its patches by weight, its patches under the pointer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"
#include "core/data/picture.h"
#include "core/trace/patch_grid.h"

namespace attnlab {

/// Pixels to draw many times in one frame; they must live until it is drawn.
struct PictureFace {
  std::span<const Real> pixels;  ///< [channels,height,width], 0 to 1
  Index channels = 1, height = 0, width = 0;
  std::uint64_t content = 0;  ///< changes with the pixels
};
PictureFace picture_face(std::span<const Real> pixels, Index channels, Index height, Index width);
/// The picture that the pass read.
PictureFace picture_face(const Trace& trace);

/// Its pixels as colours, row by row.
std::vector<Colour> face_colours(const PictureFace& face);
/// `under` seen through the colour of weights, of strength 0 to 1.
Colour covered(Colour under, float strength);

/// The pixels stretched over `box`.
void draw_face(const PictureFace& face, const Box& box);

/// How a patch is covered by the colour of its weight.
struct PatchCover {
  PatchGrid grid{};
  std::span<const double> weights{};  ///< by position, the class vector's among them
  double most = 1;                    ///< the weight that covers as much as can be

  /// 0 to 1: how much of the patch shows the colour.
  float strength(Index position) const;
};
/// The largest weight of a patch; the class vector's is none.
double largest_of_patches(const PatchGrid& grid, std::span<const double> weights);

void draw_cover(const PatchCover& cover, const Box& box);
/// The weights in figures, in patches with room for them.
void draw_cover_numbers(const PatchCover& cover, const Box& box);
/// The lines between patches.
void draw_patch_lines(const PatchGrid& grid, const Box& box);
/// What the colour means: "0 … 0.31", and words if they fit. Returns the covered box, one line high.
Box draw_cover_legend(ImVec2 at, double most, const std::string& words, float width);

Box patch_box(const Box& picture, const PatchGrid& grid, PatchGrid::Place patch);
/// A frame around a position's patch; nothing for the class vector.
void draw_patch_frame(const Box& picture, const PatchGrid& grid, Index position, Role role);

/// The patch under the pointer, and the one that was pressed.
struct PickedPatch {
  std::optional<PatchGrid::Place> hovered{}, clicked{};
};
/// Makes the picture a button of this name; scripts find patches as NAME[row,column].
PickedPatch pick_patch(const std::string& name, const Box& box, const PatchGrid& grid);

/// A small picture with its cover, which is a button.
struct SmallPicture {
  std::string name;  ///< for scripts
  std::string tooltip{};
  bool selected = false;
  Index framed = -1;  ///< the position whose patch asks; −1: none
};
/// True if it was pressed.
bool draw_small_picture(const PictureFace& face, const PatchCover& cover, const Box& box,
                        const SmallPicture& small);

}  // namespace attnlab
