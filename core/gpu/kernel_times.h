// KernelTimes: how long dispatches take on the device, by timer queries. On the device's thread.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/gpu/dispatch.h"

namespace attnlab::gpu {

/// Measures nothing, and costs nothing, until measure(true).
class KernelTimes {
 public:
  void measure(bool on);
  /// Calls `dispatch`, with a query around it while measuring.
  template <typename Work>
  void around(const Dispatch& work, const Work& dispatch) {
    if (!on_) return dispatch();
    begin(work);
    dispatch();
    end();
  }
  /// Waits for what is pending; the times since the last call, by kind.
  std::vector<KernelTime> take();

 private:
  struct Pending {
    unsigned query;
    std::string kind;
    double operations;
  };
  void begin(const Dispatch& work);
  static void end();
  void collect();

  bool on_ = false;
  std::vector<Pending> pending_;
  std::map<std::string, KernelTime> times_;
};

}  // namespace attnlab::gpu
