// Draws over one line.
#include "app/cli/progress_line.h"

#include "core/platform/terminal.h"

namespace attnlab {

namespace {

constexpr std::chrono::milliseconds kBetween{100};
constexpr const char* kCleared = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine() : ProgressLine(stdout, platform::writes_to_terminal()) {}

ProgressLine::~ProgressLine() {
  if (!drawn_) return;
  std::fputs(kCleared, to_);
  std::fflush(to_);
}

void ProgressLine::show(const std::string& text) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && now - last_ < kBetween) return;
  drawn_ = true;
  last_ = now;
  const auto width = static_cast<std::size_t>(platform::terminal_width());
  std::fprintf(to_, "%s%s", kCleared, text.substr(0, width - 1).c_str());
  std::fflush(to_);
}

}  // namespace attnlab
