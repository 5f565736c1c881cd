// A timer query around each dispatch.
#include "core/gpu/kernel_times.h"

#include <epoxy/gl.h>

namespace attnlab::gpu {

void KernelTimes::measure(bool on) {
  if (on_ && !on) collect();
  on_ = on;
}

void KernelTimes::begin(const Dispatch& work) {
  unsigned query = 0;
  glGenQueries(1, &query);
  glBeginQuery(GL_TIME_ELAPSED, query);
  pending_.push_back({query, std::string(work.kind.empty() ? work.shader : work.kind), work.operations});
}

void KernelTimes::end() { glEndQuery(GL_TIME_ELAPSED); }

void KernelTimes::collect() {
  for (const Pending& each : pending_) {
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(each.query, GL_QUERY_RESULT, &nanoseconds);
    glDeleteQueries(1, &each.query);
    KernelTime& time = times_[each.kind];
    time.kind = each.kind;
    ++time.dispatches;
    time.seconds += double(nanoseconds) * 1e-9;
    time.operations += each.operations;
  }
  pending_.clear();
}

std::vector<KernelTime> KernelTimes::take() {
  collect();
  std::vector<KernelTime> all;
  for (const auto& [kind, time] : times_) all.push_back(time);
  times_.clear();
  return all;
}

}  // namespace attnlab::gpu
