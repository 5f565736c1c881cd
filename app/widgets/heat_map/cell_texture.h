// The cells of a matrix as a texture: at once, or over several frames where there are many.
#pragma once

#include "app/widgets/base/texture_source.h"
#include "app/widgets/heat_map/cells.h"

namespace attnlab {

/// A texture, as ImGui's texture id. None with `waits`: it is being painted; none without: there is no
/// texture of this size.
struct CellTexture {
  void* id = nullptr;
  bool waits = false;
};

/// Painted in this frame.
CellTexture whole_texture(const TextureRequest& request, const MatrixView& matrix, const MatrixFacts& facts,
                          Scale scale);

/// Painted in this frame's share of time; until all cells are, the texture painted before, if any. `facts`
/// are null while the matrix is being measured.
CellTexture large_texture(const TextureRequest& request, const MatrixView& matrix, const MatrixFacts* facts,
                          Scale scale);

}  // namespace attnlab
