// Whether work has threads of its own.
#pragma once

namespace attnlab {

/// False in a page to which a browser gives no threads, and while there is a WithoutThreads.
bool has_threads();

/// Begins no threads while it is there, as in such a page, but for the GPU's. Made and destroyed while no
/// work is under way.
class WithoutThreads {
 public:
  WithoutThreads();
  ~WithoutThreads();
  WithoutThreads(const WithoutThreads&) = delete;
  WithoutThreads& operator=(const WithoutThreads&) = delete;

 private:
  bool before_;
};

}  // namespace attnlab
