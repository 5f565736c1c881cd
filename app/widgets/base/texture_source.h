// How widgets get textures without knowing OpenGL.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace attnlab {

/// What a widget wants drawn as a texture.
struct TextureRequest {
  std::uint64_t key = 0;      ///< whose texture this is; one per widget and matrix
  std::uint64_t version = 0;  ///< changes whenever the content does
  int width = 0, height = 0;
  bool repeat = false;  ///< tiles beyond its edges; else the edge is stretched
};

class TextureSource {
 public:
  using Fill = std::function<void(std::span<std::uint32_t> pixels)>;

  virtual ~TextureSource() = default;

  /// The texture for a request, as ImGui's texture id. `fill` is called, with width × height pixels of packed
  /// colours to write, only when the key is new or its version or size changed. Null if there is none to be
  /// had (the size is beyond what the graphics card takes).
  virtual void* texture(const TextureRequest& request, const Fill& fill) = 0;
};

}  // namespace attnlab
