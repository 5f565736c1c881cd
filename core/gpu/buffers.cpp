// Buffers by size classes: a returned buffer is lent again for the same class.
#include "core/gpu/buffers.h"

#include <epoxy/gl.h>

#include <bit>
#include <map>
#include <mutex>
#include <vector>

#include "core/gpu/dispatch.h"

namespace attnlab::gpu {

namespace {

/// The next of 2^k and 1.5·2^k bytes, so that at most a third lies idle and shaders may read whole vectors.
Index capacity_for(Index bytes) {
  const auto power =
      static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(std::max<Index>(bytes, 256))));
  return bytes <= power / 4 * 3 ? power / 4 * 3 : power;
}

unsigned create(Index bytes) {
  unsigned id = 0;
  glGenBuffers(1, &id);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
  glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_COPY);
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return id;
  glDeleteBuffers(1, &id);
  if (error != GL_OUT_OF_MEMORY) throw Error("OpenGL reported error " + std::to_string(error));
  return 0;
}

}  // namespace

struct BufferPool::State {
  mutable std::mutex mutex;
  std::multimap<Index, unsigned> free;  // by capacity
  Memory memory;
};

struct Buffer::Lent {
  std::weak_ptr<BufferPool> pool;
  unsigned id;
  Index floats, capacity;

  ~Lent() {
    const std::shared_ptr<BufferPool> home = pool.lock();
    if (!home) return;
    const std::lock_guard lock(home->state_->mutex);
    home->state_->free.emplace(capacity, id);
    home->state_->memory.alive -= floats * Index(sizeof(float));
    home->state_->memory.kept += capacity;
  }
};

Index Buffer::size() const { return lent_ ? lent_->floats : 0; }

unsigned Buffer::id() const { return lent_ ? lent_->id : 0; }

BufferPool::BufferPool() : state_(std::make_unique<State>()) {}

BufferPool::~BufferPool() = default;

Buffer BufferPool::take(Index floats) {
  const Index bytes = floats * Index(sizeof(float)), capacity = capacity_for(bytes);
  unsigned id = 0;
  {
    const std::lock_guard lock(state_->mutex);
    if (const auto found = state_->free.find(capacity); found != state_->free.end()) {
      id = found->second;
      state_->free.erase(found);
      state_->memory.kept -= capacity;
    }
  }
  if (id == 0 && keeps_too_much()) clear();
  if (id == 0) id = create(capacity);
  if (id == 0) {
    clear();
    id = create(capacity);
  }
  if (id == 0)
    throw TooLarge("the GPU does not have another " + std::to_string(bytes >> 20) +
                   " MiB of memory; use fewer sequences or positions");
  const std::lock_guard lock(state_->mutex);
  state_->memory.alive += bytes;
  state_->memory.peak = std::max(state_->memory.peak, state_->memory.alive);
  return Buffer(std::shared_ptr<Buffer::Lent>(new Buffer::Lent{weak_from_this(), id, floats, capacity}));
}

bool BufferPool::keeps_too_much() const {
  const Memory now = memory();
  return now.kept > std::max(now.peak, kKept);
}

void BufferPool::clear() {
  const std::lock_guard lock(state_->mutex);
  for (const auto& [capacity, id] : state_->free) glDeleteBuffers(1, &id);
  state_->free.clear();
  state_->memory.kept = 0;
}

Memory BufferPool::memory() const {
  const std::lock_guard lock(state_->mutex);
  return state_->memory;
}

void BufferPool::reset_peak() {
  const std::lock_guard lock(state_->mutex);
  state_->memory.peak = state_->memory.alive;
}

}  // namespace attnlab::gpu
