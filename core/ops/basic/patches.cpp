// Patches: a permutation of pixels, forward and back.
#include "core/ops/basic/patches.h"

#include "core/autograd/cells.h"
#include "core/ops/basic/explain.h"

namespace attnlab {

namespace {

/// Sizes of a cut picture.
struct Grid {
  Index channels, height, width, patch;

  Index across() const { return width / patch; }
  Index count() const { return height / patch * across(); }
  Index cells() const { return channels * patch * patch; }

  /// Where row `i` of channel `c` of patch `p` begins in the picture of sequence `b`.
  Index pixel(Index b, Index p, Index c, Index i) const {
    const Index y = p / across() * patch + i, x = p % across() * patch;
    return ((b * channels + c) * height + y) * width + x;
  }
};

Grid grid_of(const Shape& picture, Index patch) { return {picture[1], picture[2], picture[3], patch}; }

/// Calls copy(place in the patches, place in the picture) for each run of `patch` pixels.
template <typename Copy>
void each_run(const Grid& g, Index batch, Copy copy) {
  Index cell = 0;
  for (Index b = 0; b < batch; ++b)
    for (Index p = 0; p < g.count(); ++p)
      for (Index c = 0; c < g.channels; ++c)
        for (Index i = 0; i < g.patch; ++i, cell += g.patch) copy(cell, g.pixel(b, p, c, i));
}

class Patches final : public Operation {
 public:
  explicit Patches(Index patch) : patch_(patch) {}
  std::string_view kind() const override { return "patches"; }
  std::string_view gradient_formula(int) const override {
    return "∂L/∂pixel = ∂L/∂y at the pixel's place in its patch";
  }
  CallArguments arguments() const override { return inputs_and({{"patch", patch_}}); }

  void backward(Tape& tape) override {
    const Variable picture = input(0);
    Real* const sums = tape.gradient_to_add_to(picture);
    if (!sums) return;
    each_run(grid(), picture.shape()[0], [&](Index cell, Index pixel) {
      array(sums + pixel, patch_) += array(output_gradient() + cell, patch_);
    });
  }

  Explanation explain(Index offset) const override {
    const Grid g = grid();
    const Index k = offset % g.cells(), p = offset / g.cells() % g.count(),
                b = offset / (g.cells() * g.count());
    const Index pixel = g.pixel(b, p, k / (patch_ * patch_), k / patch_ % patch_) + k % patch_;
    return {"patches[p,k] = picture[c,y,x], where patch p is read row by row", cell(input(0).node(), pixel)};
  }

  CellSpan affected(int, Index offset) const override {
    const Grid g = grid();
    const Index x = offset % g.width, y = offset / g.width % g.height,
                c = offset / (g.width * g.height) % g.channels,
                b = offset / (g.width * g.height * g.channels);
    const Index p = y / patch_ * g.across() + x / patch_;
    const Index k = (c * patch_ + y % patch_) * patch_ + x % patch_;
    return {(b * g.count() + p) * g.cells() + k, 1, 1};
  }

 private:
  Grid grid() const { return grid_of(input(0).shape(), patch_); }

  Index patch_;
};

}  // namespace

Variable patches(Tape& tape, Variable picture, Index patch) {
  const Shape& shape = picture.shape();
  require_equal("patches: the remainder of the height divided by the patch size", shape[2] % patch,
                "the required value", 0);
  require_equal("patches: the remainder of the width divided by the patch size", shape[3] % patch,
                "the required value", 0);
  const Grid g = grid_of(shape, patch);
  Variable y = tape.make({shape[0], g.count(), g.cells()});
  each_run(g, shape[0],
           [&](Index cell, Index pixel) { std::copy_n(picture.data() + pixel, patch, y.data() + cell); });
  tape.record<Patches>(y, {picture}, patch);
  return y;
}

}  // namespace attnlab
