// Buffers, programs and dispatches in OpenGL, and what becomes of its errors.
#include "core/gpu/commands.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

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

}  // namespace

GpuCommands::GpuCommands(std::unique_ptr<GpuContext> context, double operations)
    : health(*context), pieces(health, operations), context_(std::move(context)) {
  limits.operations = operations;
}

void GpuCommands::begin() {
  bool current = false;
  try {
    context_->make_current();
    current = true;
    prepare();
  } catch (const std::exception& error) {
    if (current) context_->release();
    throw GpuError(error.what());
  }
}

void GpuCommands::prepare() {
  if (epoxy_gl_version() < 43 || !epoxy_is_desktop_gl())
    throw GpuError("compute shaders need OpenGL 4.3, but there is " + describe_current_context());
  health.description = describe_current_context();
  health.require_alive();
  read_limits(limits);
  glGenBuffers(1, &call_);
  glGenBuffers(1, &unused_);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, unused_);
  glBufferData(GL_SHADER_STORAGE_BUFFER, 256, nullptr, GL_STATIC_DRAW);
}

void GpuCommands::end() {
  pieces.forget();
  if (!health.lost) {
    pool->clear();
    for (const auto& [key, id] : programs_) glDeleteProgram(id);
    glDeleteBuffers(1, &call_);
    glDeleteBuffers(1, &unused_);
  }
  context_->release();
}

void GpuCommands::run(const std::function<void()>& work) {
  try {
    health.require_alive();
    work();
    finish();
  } catch (...) {
    health.take_errors_away();  // they are not the next one's
    throw;
  }
}

/// Waits until the device has done everything so far.
void GpuCommands::finish() {
  pieces.finish();
  require_no_error();
}

/// Throws for what OpenGL reports of the work so far.
void GpuCommands::require_no_error() {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  if (error != GL_OUT_OF_MEMORY) health.give_up("OpenGL reports error " + std::to_string(error));
  pool->clear();
  throw GpuTooLarge("the GPU has no memory for this work; take fewer sequences or positions");
}

GpuBuffer GpuCommands::buffer(Index floats) {
  require_within(floats * Index(sizeof(float)), limits.buffer_bytes, "bytes of one tensor on the GPU");
  require_no_error();  // the pool would take it for its own, and clear it
  return pool->take(floats);
}

void GpuCommands::write(const GpuBuffer& to, std::span<const float> values, Index first) {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, to.id());
  glBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                  static_cast<GLsizeiptr>(values.size_bytes()), values.data());
}

void GpuCommands::read(const GpuBuffer& from, std::span<float> to, Index first) {
  finish();
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, from.id());
  glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                     static_cast<GLsizeiptr>(to.size_bytes()), to.data());
}

void GpuCommands::dispatch(const GpuDispatch& work) {
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

unsigned GpuCommands::program(const GpuDispatch& work) {
  std::string key(work.shader);
  for (const auto& [name, value] : work.defines) key += '|' + name + '=' + value;
  const auto found = programs_.find(key);
  if (found != programs_.end()) return found->second;
  const unsigned made =
      compile_compute_program(assemble_shader(embedded_shader, std::string(work.shader), work.defines));
  return programs_.emplace(key, made).first->second;
}

}  // namespace attnlab
