// Which options of the screen follow the desktop until you choose them.
#pragma once

#include <span>
#include <string_view>

#include "app/state/app_state.h"
#include "core/platform/desktop_look.h"

namespace attnlab {

/// An option of the screen that follows the desktop until you choose it.
struct FollowingOption {
  std::string_view name;     ///< in the command `follow`
  std::string_view title;    ///< on screen
  std::string_view option;   ///< in the file of settings
  std::string_view follows;  ///< likewise, whether it follows
  bool Screen::*is_followed;
  void (*take)(Screen& screen,
               const platform::DesktopLook& desktop);  ///< the desktop's value, or the standard
};

std::span<const FollowingOption> following_options();

/// `screen` with the desktop's values for the options that follow it.
Screen followed(Screen screen, const platform::DesktopLook& desktop);

}  // namespace attnlab
