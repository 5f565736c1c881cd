// Compiling and linking a compute shader.
#include "core/gpu/program.h"

#include <epoxy/gl.h>

#include "core/gpu/dispatch.h"

namespace attnlab::gpu {

namespace {

template <typename GetParameter, typename GetLog>
std::string log_of(GetParameter get_parameter, GetLog get_log, unsigned id) {
  GLint length = 0;
  get_parameter(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(std::max(length, 0), '\0');
  if (length > 0) get_log(id, length, nullptr, log.data());
  return log;
}

[[noreturn]] void fail(const ShaderSource& source, const std::string& log) {
  std::string messages = readable_messages(log, source.files);
  while (messages.ends_with('\n')) messages.pop_back();
  for (std::size_t at = 0; (at = messages.find('\n', at)) != std::string::npos;)
    messages.replace(at, 1, "; ");
  throw Error("shader " + source.files.front() + " does not compile: " + messages);
}

}  // namespace

unsigned compile_compute_program(const ShaderSource& source) {
  const unsigned shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
  const char* text = source.text.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  std::string log;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (!good) {
    log = log_of(glGetShaderiv, glGetShaderInfoLog, shader);
  } else {
    glAttachShader(program, shader);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) log = log_of(glGetProgramiv, glGetProgramInfoLog, program);
  }
  glDeleteShader(shader);
  if (good) return program;
  glDeleteProgram(program);
  fail(source, log);
}

}  // namespace attnlab::gpu
