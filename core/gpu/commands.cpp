// Buffers, programs and dispatches in OpenGL, and its errors.
#include "core/gpu/commands.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <utility>

#include "core/gpu/program.h"

namespace attnlab::gpu {

namespace {

// The least limits of OpenGL 4.3. No dispatch has more groups: some drivers allow 2³² − 1, which OpenGL's
// integers show as −1.
constexpr Index kGroups = 65535, kShaderBuffers = 8, kBufferBytes = Index(1) << 24;

/// The driver's limit `name`, but at least `least`.
Index integer(GLenum name, Index least) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  return std::max<Index>(value, least);
}

/// Reads the limits of the current context.
void read_limits(Limits& limits) {
  limits.buffer_bytes = integer(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, kBufferBytes);
  limits.groups = kGroups;
  limits.shader_buffers = integer(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, kShaderBuffers);
}

/// Throws where `needed` is more than `most`; `what` names the thing that is needed.
void require_within(Index needed, Index most, const std::string& what) {
  if (needed > most)
    throw TooLarge("the number of " + what + " is " + std::to_string(needed) + ", but may be at most " +
                   std::to_string(most) + " on this GPU");
}

}  // namespace

Commands::Commands(std::unique_ptr<Context> context, double operations)
    : health(*context), pieces(health, operations), context_(std::move(context)) {
  limits.operations = operations;
}

void Commands::begin() {
  bool current = false;
  try {
    context_->make_current();
    current = true;
    prepare();
  } catch (const std::exception& error) {
    if (current) context_->release();
    throw Error(error.what());
  }
}

void Commands::prepare() {
  if (epoxy_gl_version() < 43 || !epoxy_is_desktop_gl())
    throw Error("compute shaders need OpenGL 4.3, but this system has " + describe_current_context());
  health.description = describe_current_context();
  health.require_alive();
  read_limits(limits);
  glGenBuffers(1, &call_);
  glGenBuffers(1, &unused_);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, unused_);
  glBufferData(GL_SHADER_STORAGE_BUFFER, 256, nullptr, GL_STATIC_DRAW);
}

void Commands::end() {
  pieces.forget();
  if (!health.lost) {
    times.measure(false);
    pool->clear();
    for (const auto& [key, id] : programs_) glDeleteProgram(id);
    glDeleteBuffers(1, &call_);
    glDeleteBuffers(1, &unused_);
  }
  context_->release();
}

void Commands::run(const std::function<void()>& work) {
  try {
    health.require_alive();
    work();
    finish();
  } catch (...) {
    health.take_errors_away();  // errors so far are not the next command's
    throw;
  }
}

/// Waits until the device has done everything so far.
void Commands::finish() {
  pieces.finish();
  require_no_error();
}

/// Throws for errors that OpenGL reports of the work so far.
void Commands::require_no_error() {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  if (error != GL_OUT_OF_MEMORY) health.give_up("OpenGL reported error " + std::to_string(error));
  pool->clear();
  throw TooLarge("the GPU does not have enough memory; use fewer sequences or positions");
}

Buffer Commands::buffer(Index floats) {
  require_within(floats * Index(sizeof(float)), limits.buffer_bytes, "bytes of one tensor on the GPU");
  require_no_error();  // the pool would take the error for its own, and clear it
  return pool->take(floats);
}

void Commands::write(const Buffer& to, std::span<const float> values, Index first) {
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, to.id());
  glBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                  static_cast<GLsizeiptr>(values.size_bytes()), values.data());
}

void Commands::read(const Buffer& from, std::span<float> to, Index first) {
  finish();
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, from.id());
  glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first * Index(sizeof(float))),
                     static_cast<GLsizeiptr>(to.size_bytes()), to.data());
}

void Commands::dispatch(const Dispatch& work) {
  require_within(count_of(work.buffers), limits.shader_buffers, "buffers of a shader");
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
  times.around(work, [&] {
    glDispatchCompute(static_cast<GLuint>(work.groups[0]), static_cast<GLuint>(work.groups[1]), 1);
  });
  if (work.last) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void Commands::flush() { glFlush(); }

unsigned Commands::program(const Dispatch& work) {
  std::string key(work.shader);
  for (const auto& [name, value] : work.defines) key += '|' + name + '=' + value;
  const auto found = programs_.find(key);
  if (found != programs_.end()) return found->second;
  const unsigned made =
      compile_compute_program(assemble_shader(embedded_shader, std::string(work.shader), work.defines));
  return programs_.emplace(key, made).first->second;
}

}  // namespace attnlab::gpu
