// The table of the options that follow the desktop, each with its default if the desktop does not say.
#include "app/state/settings/desktop_follow.h"

#include <algorithm>
#include <cmath>

#include "core/language/messages.h"

namespace attnlab {
namespace {

using platform::DesktopLook;

void take_theme(Screen& s, const DesktopLook& d) { s.dark = d.dark.value_or(Screen{}.dark); }
void take_contrast(Screen& s, const DesktopLook& d) {
  s.high_contrast = d.high_contrast.value_or(Screen{}.high_contrast);
}
void take_motion(Screen& s, const DesktopLook& d) { s.motion = d.motion.value_or(Screen{}.motion); }

void take_text_size(Screen& s, const DesktopLook& d) {
  s.text_percent = Screen{}.text_percent;
  if (d.text_scale && std::isfinite(*d.text_scale))
    s.text_percent = static_cast<Index>(
        std::lround(std::clamp(100 * *d.text_scale, double{kLeastTextPercent}, double{kMostTextPercent})));
}

constexpr FollowingOption kOptions[] = {
    {"theme", tr_mark("Theme"), "dark", "dark_follows", &Screen::dark_follows, take_theme},
    {"contrast", tr_mark("Contrast"), "high_contrast", "contrast_follows", &Screen::contrast_follows,
     take_contrast},
    {"text_size", tr_mark("Text size"), "text_percent", "text_follows", &Screen::text_follows,
     take_text_size},
    {"motion", tr_mark("Motion"), "motion", "motion_follows", &Screen::motion_follows, take_motion}};

}  // namespace

std::span<const FollowingOption> following_options() { return kOptions; }

Screen followed(Screen screen, const DesktopLook& desktop) {
  for (const FollowingOption& option : kOptions)
    if (screen.*option.is_followed) option.take(screen, desktop);
  return screen;
}

}  // namespace attnlab
