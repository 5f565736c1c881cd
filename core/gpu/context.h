// GpuContext: an OpenGL context for compute, whoever made it.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace attnlab {

/// An OpenGL context that one thread at a time can work in.
class GpuContext {
 public:
  virtual ~GpuContext() = default;
  /// Makes it the calling thread's. Throws std::runtime_error where that cannot be.
  virtual void make_current() = 0;
  /// The calling thread has no context any more.
  virtual void release() = 0;
  /// Whether the driver has given the context up; asked on the thread where it is current. To be asked once
  /// before any work: what the driver can tell is found out then, as a lost context answers nothing else.
  virtual bool lost();

 private:
  std::optional<bool> tells_of_resets_;
};

/// A context without a window or a display: of a graphics chip where there is one, else of a software
/// renderer. OpenGL 4.3 core or later. Throws std::runtime_error with one line that says what is missing and
/// what to do.
std::unique_ptr<GpuContext> make_egl_context();

/// "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5" of the calling thread's context.
std::string describe_current_context();

/// Whether a description is that of a renderer that runs on the processor.
bool is_software_renderer(const std::string& description);

}  // namespace attnlab
