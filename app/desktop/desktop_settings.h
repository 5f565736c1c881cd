// What the desktop's settings ask programs to look like, as it changes. The desktop is asked without waiting.
#pragma once

#include <memory>
#include <optional>

#include "core/platform/desktop_look.h"

namespace attnlab {

/// Of the screen's thread alone.
class DesktopSettings {
 public:
  /// Begins to ask. `display_scale`: letters are already this much larger on the display.
  explicit DesktopSettings(float display_scale);
  ~DesktopSettings();
  DesktopSettings(const DesktopSettings&) = delete;
  DesktopSettings& operator=(const DesktopSettings&) = delete;

  /// Takes what has arrived since the last call; never waits. Empty until the desktop has answered; a desktop
  /// that cannot be asked has answered that it says nothing.
  std::optional<platform::DesktopLook> look();

 private:
  class Source;
  std::unique_ptr<Source> source_;
};

/// The part of the desktop's text scale that its display scale does not have yet. GNOME multiplies the
/// resolution that X11 reports by the text scale, and GLFW reads the display scale from that.
double text_beyond_display(double text_scale, double display_scale);

}  // namespace attnlab
