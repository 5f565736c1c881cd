// Uploads textures and frees unused ones.
#include "app/gl/texture_cache.h"

#include "app/gl/gl.h"

namespace attnlab {
namespace {

void set_sampling(const TextureRequest& request) {
  const GLint wrap = request.repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

}  // namespace

TextureCache::~TextureCache() {
  for (auto& [key, entry] : entries_) glDeleteTextures(1, &entry.name);
}

void* TextureCache::texture(const TextureRequest& request, const Fill& fill) {
  if (largest_ == 0) glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_);
  if (request.width < 1 || request.height < 1 || request.width > largest_ || request.height > largest_) {
    return nullptr;
  }
  Entry& entry = entries_[request.key];
  entry.last_used = frame_;
  const bool same_size = entry.width == request.width && entry.height == request.height;
  if (entry.name == 0 || entry.version != request.version || !same_size) upload(entry, request, fill);
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(entry.name));
}

void TextureCache::upload(Entry& entry, const TextureRequest& request, const Fill& fill) {
  pixels_.resize(static_cast<std::size_t>(request.width) * static_cast<std::size_t>(request.height));
  fill(pixels_);
  if (entry.name == 0) glGenTextures(1, &entry.name);
  glBindTexture(GL_TEXTURE_2D, entry.name);
  set_sampling(request);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  if (entry.width == request.width && entry.height == request.height) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, request.width, request.height, GL_RGBA, GL_UNSIGNED_BYTE,
                    pixels_.data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, request.width, request.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels_.data());
  }
  glBindTexture(GL_TEXTURE_2D, 0);
  entry.version = request.version;
  entry.width = request.width;
  entry.height = request.height;
}

void TextureCache::end_frame() {
  ++frame_;
  std::erase_if(entries_, [this](auto& item) {
    if (item.second.last_used + kUnusedFrames >= frame_) return false;
    glDeleteTextures(1, &item.second.name);
    return true;
  });
}

}  // namespace attnlab
