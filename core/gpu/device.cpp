// The device's thread: a queue of work, and what becomes of errors.
#include "core/gpu/device.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "core/gpu/pieces.h"
#include "core/gpu/program.h"

namespace attnlab {

namespace {

// What every OpenGL 4.3 can do. More groups than these are not asked for: some drivers have 2³² − 1, which
// OpenGL's integers tell as −1.
constexpr Index kGroups = 65535, kShaderBuffers = 8, kBufferBytes = Index(1) << 24;

/// At least `least`, whatever the driver says.
Index integer(GLenum name, Index least) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  return std::max<Index>(value, least);
}

/// The context's.
void read_limits(GpuLimits& limits) {
  limits.buffer_bytes = integer(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, kBufferBytes);
  limits.groups = kGroups;
  limits.shader_buffers = integer(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, kShaderBuffers);
}

/// Throws where `needed` of what `what` says is more than `most`.
void require_within(Index needed, Index most, const std::string& what) {
  if (needed > most)
    throw GpuTooLarge(what + ": " + std::to_string(needed) + ", but this GPU allows " + std::to_string(most));
}

void require_inside(const GpuBuffer& buffer, Index floats, Index first) {
  if (first < 0 || first + floats > buffer.size())
    throw std::out_of_range("floats " + std::to_string(first) + " and on: more than the buffer's " +
                            std::to_string(buffer.size()));
}

}  // namespace

class GpuDevice::Worker {
 public:
  Worker(std::unique_ptr<GpuContext> context, double operations)
      : health(*context), pieces(health, operations), context_(std::move(context)) {
    limits.operations = operations;
    thread_ = std::thread([this] { serve(); });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return started_; });
    if (!failure_) return;
    lock.unlock();
    thread_.join();
    std::rethrow_exception(failure_);
  }

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void run(const std::function<void()>& work) {
    if (std::this_thread::get_id() == thread_.get_id()) return work();
    Task task{&work, false, nullptr};
    std::unique_lock lock(mutex_);
    queue_.push_back(&task);
    changed_.notify_all();
    changed_.wait(lock, [&] { return task.done; });
    if (task.failure) std::rethrow_exception(task.failure);
  }

  GpuBuffer buffer(Index floats) {
    require_within(floats * Index(sizeof(float)), limits.buffer_bytes, "bytes of one tensor on the GPU");
    return pool->take(floats);
  }

  void dispatch(const GpuDispatch& work) {
    require_within(static_cast<Index>(work.buffers.size()), limits.shader_buffers, "buffers of a shader");
    require_within(std::max(work.groups[0], work.groups[1]), limits.groups, "groups of a shader");
    if (work.groups[0] == 0 || work.groups[1] == 0) return;
    pieces.add(work.operations);
    glUseProgram(program(work));
    glBindBuffer(GL_UNIFORM_BUFFER, call_);
    glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(work.call.size()), work.call.data(),
                 GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, call_);
    for (std::size_t i = 0; i < work.buffers.size(); ++i)
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(i),
                       work.buffers[i] ? work.buffers[i].id() : unused_);
    glDispatchCompute(static_cast<GLuint>(work.groups[0]), static_cast<GLuint>(work.groups[1]), 1);
    if (work.last) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  }

  void write(const GpuBuffer& to, std::span<const float> values, Index first) {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, to.id());
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                    static_cast<GLsizeiptr>(values.size_bytes()), values.data());
  }

  void read(const GpuBuffer& from, std::span<float> to, Index first) {
    finish();
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, from.id());
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                       static_cast<GLsizeiptr>(to.size_bytes()), to.data());
  }

  GpuHealth health;
  GpuPieces pieces;
  GpuLimits limits;
  const std::shared_ptr<BufferPool> pool = std::make_shared<BufferPool>();

 private:
  struct Task {
    const std::function<void()>* work;
    bool done = false;
    std::exception_ptr failure;
  };

  /// Waits until the device has done everything so far.
  void finish() {
    pieces.finish();
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    if (error != GL_OUT_OF_MEMORY) health.give_up("OpenGL reports error " + std::to_string(error));
    pool->clear();
    throw GpuTooLarge("the GPU has no memory for this work; take fewer sequences or positions");
  }

  void serve() {
    bool current = false;
    try {
      context_->make_current();
      current = true;
      if (epoxy_gl_version() < 43 || !epoxy_is_desktop_gl())
        throw GpuError("compute shaders need OpenGL 4.3, but there is " + describe_current_context());
      health.description = describe_current_context();
      health.require_alive();
      read_limits(limits);
      glGenBuffers(1, &call_);
      // A shader may not see an empty binding, even one that it does not use.
      glGenBuffers(1, &unused_);
      glBindBuffer(GL_SHADER_STORAGE_BUFFER, unused_);
      glBufferData(GL_SHADER_STORAGE_BUFFER, 256, nullptr, GL_STATIC_DRAW);
    } catch (const std::exception& error) {
      failure_ = std::make_exception_ptr(GpuError(error.what()));
    }
    std::unique_lock lock(mutex_);
    started_ = true;
    changed_.notify_all();
    while (!failure_ && !(stopping_ && queue_.empty())) {
      changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) continue;
      Task* const task = queue_.front();
      queue_.pop_front();
      lock.unlock();
      work_on(*task);
      lock.lock();
      task->done = true;
      changed_.notify_all();
    }
    lock.unlock();
    if (current) leave();
  }

  void work_on(Task& task) {
    try {
      health.require_alive();
      (*task.work)();
      finish();
    } catch (...) {
      task.failure = std::current_exception();
      health.take_errors_away();  // they are not the next one's
    }
  }

  unsigned program(const GpuDispatch& work) {
    std::string key(work.shader);
    for (const auto& [name, value] : work.defines) key += '|' + name + '=' + value;
    const auto found = programs_.find(key);
    if (found != programs_.end()) return found->second;
    const unsigned made =
        compile_compute_program(assemble_shader(embedded_shader, std::string(work.shader), work.defines));
    return programs_.emplace(key, made).first->second;
  }

  void leave() {
    pieces.forget();
    if (!health.lost) {
      pool->clear();
      for (const auto& [key, id] : programs_) glDeleteProgram(id);
      glDeleteBuffers(1, &call_);
      glDeleteBuffers(1, &unused_);
    }
    context_->release();
  }

  std::unique_ptr<GpuContext> context_;
  std::map<std::string, unsigned> programs_;
  unsigned call_ = 0, unused_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task*> queue_;
  bool started_ = false, stopping_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

GpuDevice::GpuDevice(std::unique_ptr<GpuContext> context, double operations)
    : worker_(std::make_unique<Worker>(std::move(context), operations)) {}

GpuDevice::~GpuDevice() = default;

const std::string& GpuDevice::description() const { return worker_->health.description; }

bool GpuDevice::lost() const { return worker_->health.lost; }

Index GpuDevice::pieces() const { return worker_->pieces.count(); }

const GpuLimits& GpuDevice::limits() const { return worker_->limits; }

GpuMemory GpuDevice::memory() const { return worker_->pool->memory(); }

void GpuDevice::reset_peak_memory() { worker_->pool->reset_peak(); }

void GpuDevice::run(const std::function<void()>& work) { worker_->run(work); }

GpuBuffer GpuDevice::buffer(Index floats) {
  GpuBuffer made;
  run([&] { made = worker_->buffer(floats); });
  return made;
}

GpuBuffer GpuDevice::upload(std::span<const float> values) {
  GpuBuffer made;
  run([&] {
    made = worker_->buffer(static_cast<Index>(values.size()));
    worker_->write(made, values, 0);
  });
  return made;
}

void GpuDevice::write(const GpuBuffer& to, std::span<const float> values, Index first) {
  require_inside(to, static_cast<Index>(values.size()), first);
  run([&] { worker_->write(to, values, first); });
}

void GpuDevice::read(const GpuBuffer& from, std::span<float> to, Index first) {
  require_inside(from, static_cast<Index>(to.size()), first);
  run([&] { worker_->read(from, to, first); });
}

void GpuDevice::dispatch(const GpuDispatch& work) {
  run([&] { worker_->dispatch(work); });
}

}  // namespace attnlab
