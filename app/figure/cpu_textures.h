// Textures in memory, for the rasterizer.
#pragma once

#include <unordered_map>

#include "app/figure/raster.h"
#include "app/widgets/base/texture_source.h"

namespace attnlab {

class CpuTextures : public TextureSource {
 public:
  void* texture(const TextureRequest& request, const Fill& fill) override;

 private:
  struct Entry {
    std::uint64_t version = 0;
    CpuTexture texture;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace attnlab
