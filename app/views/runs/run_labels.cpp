// The names of runs on screen.
#include "app/views/runs/run_labels.h"

namespace attnlab {

std::string run_label(const RunView& run) {
  const std::string number = "run " + std::to_string(run.number);
  return run.name.empty() ? number : number + " · " + spoken(run.name);
}

std::string short_run_label(const RunView& run) {
  constexpr std::size_t kShort = 16;
  return run.name.size() <= kShort ? run_label(run) : "run " + std::to_string(run.number);
}

}  // namespace attnlab
