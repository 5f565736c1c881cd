// CommandQueue: one step after another.
#include "app/state/lab/command_queue.h"

#include <stdexcept>
#include <utility>

namespace attnlab {

void CommandQueue::add(std::span<const Command> commands) {
  left_.insert(left_.end(), commands.begin(), commands.end());
  all_ = left_.size();
  goes_on_ = true;
}

double CommandQueue::share() const { return all_ == 0 ? 0 : 1 - double(left_.size() + 1) / double(all_); }

bool CommandQueue::step(const Use& apply, const Use& ended) {
  if (const auto before = std::exchange(running_, std::nullopt)) ended(*before);
  if (left_.empty()) {
    clear();
    return true;
  }
  running_ = std::move(left_.front());
  left_.pop_front();
  try {
    apply(*running_);
  } catch (const std::exception& error) {
    throw std::invalid_argument(running_->text() + ": " + error.what());
  }
  return false;
}

}  // namespace attnlab
