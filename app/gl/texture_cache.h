// Textures by key, uploaded only when their content changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/widgets/base/texture_source.h"

namespace attnlab {

/// Needs a current OpenGL context for its whole life. Unused textures are freed.
class TextureCache : public TextureSource {
 public:
  TextureCache() = default;
  ~TextureCache() override;
  TextureCache(const TextureCache&) = delete;
  TextureCache& operator=(const TextureCache&) = delete;

  void* texture(const TextureRequest& request, const Fill& fill) override;

  /// Call once a frame, after rendering: frees textures that the last `kUnusedFrames` frames did not use.
  void end_frame();

  std::size_t size() const { return entries_.size(); }

 private:
  static constexpr std::uint64_t kUnusedFrames = 240;

  struct Entry {
    unsigned name = 0;
    std::uint64_t version = 0, last_used = 0;
    int width = 0, height = 0;
  };

  void upload(Entry& entry, const TextureRequest& request, const Fill& fill);

  std::unordered_map<std::uint64_t, Entry> entries_;
  std::vector<std::uint32_t> pixels_;
  std::uint64_t frame_ = 0;
  int largest_ = 0;
};

}  // namespace attnlab
