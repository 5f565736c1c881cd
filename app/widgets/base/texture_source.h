// TextureSource: gives textures to widgets, which know no OpenGL.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace attnlab {

/// A widget's request for a texture.
struct TextureRequest {
  std::uint64_t key = 0;      ///< the owner of the texture; one per widget and matrix
  std::uint64_t version = 0;  ///< changes whenever the content does
  int width = 0, height = 0;
  bool repeat = false;  ///< tiles beyond its edges; else the edge is stretched
};

class TextureSource {
 public:
  using Fill = std::function<void(std::span<std::uint32_t> pixels)>;

  virtual ~TextureSource() = default;

  /// The texture for a request, as ImGui's texture id. `fill` is called, with width × height pixels of packed
  /// colours to write, only when the key is new or its version or size changed. Null if the graphics card
  /// cannot hold a texture of this size.
  virtual void* texture(const TextureRequest& request, const Fill& fill) = 0;
};

}  // namespace attnlab
