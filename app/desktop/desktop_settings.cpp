// A desktop that nobody here can ask, and so says nothing.
#include "app/desktop/desktop_settings.h"

namespace attnlab {

class DesktopSettings::Source {};

DesktopSettings::DesktopSettings(float) {}
DesktopSettings::~DesktopSettings() = default;
std::optional<platform::DesktopLook> DesktopSettings::look() { return platform::DesktopLook{}; }

}  // namespace attnlab
