// Context: an OpenGL context for compute.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace attnlab::gpu {

/// An OpenGL context that one thread at a time can work in.
class Context {
 public:
  virtual ~Context() = default;
  /// Makes the context current on the calling thread. Throws std::runtime_error if that fails.
  virtual void make_current() = 0;
  /// Leaves the calling thread without a context.
  virtual void release() = 0;
  /// Whether the driver has reset the context. Call this on the thread where the context is current, and once
  /// before any work: a lost context no longer says whether its driver reports resets.
  virtual bool lost();

 private:
  std::optional<bool> reports_resets_;
};

/// A context without a window or a display: of a graphics chip where there is one, else of a software
/// renderer. OpenGL 4.3 core or later. Throws std::runtime_error with one line that says what is missing and
/// what to do.
std::unique_ptr<Context> make_egl_context();

/// The calling thread's context: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5".
std::string describe_current_context();

/// Whether a description names a renderer that runs on the processor.
bool is_software_renderer(const std::string& description);

}  // namespace attnlab::gpu
