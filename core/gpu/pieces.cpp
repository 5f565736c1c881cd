// A fence after each piece, and an error for a piece that never finishes.
#include "core/gpu/pieces.h"

#include <epoxy/gl.h>

#include <chrono>

#include "core/gpu/dispatch.h"

namespace attnlab::gpu {

namespace {

constexpr std::chrono::milliseconds kSlice{20};
constexpr std::chrono::seconds kPatience{60};  // with one piece; drivers give up far earlier

}  // namespace

void Health::require_alive() {
  if (lost) throw Error("the GPU is no longer available (" + description + ")");
  if (context_.lost()) give_up("the driver reset it");
}

void Health::give_up(const std::string& why) {
  lost = true;
  throw Error("the GPU is no longer available: " + why + " (" + description + ")");
}

void Health::take_errors_away() {
  if (context_.lost()) lost = true;
  for (int i = 0; i < 16 && !lost; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    if (error == GL_CONTEXT_LOST) lost = true;
  }
}

/// Signalled once the device has done all commands before it.
class Pieces::Fence {
 public:
  Fence() = default;
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;
  ~Fence() { glDeleteSync(sync_); }

  GLenum wait(std::chrono::nanoseconds time) const {
    return sync_ ? glClientWaitSync(sync_, 0, static_cast<GLuint64>(time.count())) : GL_WAIT_FAILED;
  }

 private:
  GLsync sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
};

Pieces::Pieces(Health& health, double operations) : health_(health), most_(operations) {}

Pieces::~Pieces() = default;

void Pieces::add(double operations) {
  if (operations_ > 0 && operations_ + operations > most_) end_piece();
  operations_ += operations;
}

void Pieces::finish() {
  end_piece();
  wait_for(*last_);
  last_.reset();
}

void Pieces::forget() { last_.reset(); }

/// Hands over the current piece, and waits for the one before it.
void Pieces::end_piece() {
  auto fence = std::make_unique<Fence>();
  glFlush();
  ++count_;
  if (last_) wait_for(*last_);
  last_ = std::move(fence);
  operations_ = 0;
}

/// Waits in slices, so that a lost context is noticed.
void Pieces::wait_for(const Fence& fence) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const GLenum state = fence.wait(kSlice);
    health_.require_alive();
    if (state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED) return;
    if (state != GL_TIMEOUT_EXPIRED) health_.give_up("OpenGL cannot wait for it");
    if (std::chrono::steady_clock::now() > deadline) health_.give_up("it did not finish in time");
  }
}

}  // namespace attnlab::gpu
