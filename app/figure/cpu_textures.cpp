// Fills a texture when it is new or has changed.
#include "app/figure/cpu_textures.h"

namespace attnlab {

void* CpuTextures::texture(const TextureRequest& request, const Fill& fill) {
  if (request.width < 1 || request.height < 1) return nullptr;
  Entry& entry = entries_[request.key];
  Image& image = entry.texture.image;
  if (image.pixels.empty() || entry.version != request.version || image.width != request.width ||
      image.height != request.height) {
    image = {request.width, request.height, {}};
    image.pixels.resize(static_cast<std::size_t>(request.width) * static_cast<std::size_t>(request.height));
    fill(image.pixels);
    entry.version = request.version;
    entry.texture.repeat = request.repeat;
  }
  return &entry.texture;
}

}  // namespace attnlab
