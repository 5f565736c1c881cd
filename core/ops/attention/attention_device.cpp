// The attention device of the program.
#include "core/ops/attention/attention_device.h"

#include <mutex>
#include <utility>

namespace attnlab {
namespace {

struct Current {
  std::mutex mutex;
  std::shared_ptr<AttentionDevice> device;
};

Current& current() {
  static Current only;
  return only;
}

}  // namespace

void use_attention_device(std::shared_ptr<AttentionDevice> device) {
  const std::lock_guard lock(current().mutex);
  current().device.swap(device);  // the one before it ends after the lock
}

std::shared_ptr<AttentionDevice> attention_device() {
  const std::lock_guard lock(current().mutex);
  return current().device;
}

}  // namespace attnlab
