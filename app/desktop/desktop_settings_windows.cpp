// The desktop's settings under Windows, which are read again once a second.
#include <chrono>

#include "app/desktop/desktop_settings.h"

namespace attnlab {

class DesktopSettings::Source {
 public:
  platform::DesktopLook look() {
    const Clock::time_point now = Clock::now();
    if (now - read_ >= std::chrono::seconds(1)) {
      look_ = platform::desktop_look_of_system();
      read_ = now;
    }
    return look_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point read_ = Clock::now() - std::chrono::hours(1);
  platform::DesktopLook look_;
};

DesktopSettings::DesktopSettings(float) : source_(std::make_unique<Source>()) {}
DesktopSettings::~DesktopSettings() = default;
std::optional<platform::DesktopLook> DesktopSettings::look() { return source_->look(); }

}  // namespace attnlab
