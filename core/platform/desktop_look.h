// How the desktop's settings ask programs to look.
#pragma once

#include <optional>

namespace attnlab::platform {

/// Each value is empty where the desktop does not have the setting or states no preference.
struct DesktopLook {
  std::optional<bool> dark{}, high_contrast{}, motion{};
  std::optional<double> text_scale{};  ///< 1: letters of the usual size
  bool operator==(const DesktopLook&) const = default;
};

/// What the settings of Windows ask for now. Elsewhere it is empty, because such settings are not the
/// operating system's: app/gl/desktop_settings.h asks who has them.
DesktopLook desktop_look_of_system();

}  // namespace attnlab::platform
