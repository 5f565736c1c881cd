// What a browser says of the desktop's settings. The size of letters is the page's zoom.
#include <emscripten.h>

#include "app/desktop/desktop_settings.h"

// A query is kept, because the browser keeps its answer up to date.
EM_JS(int, attnlab_prefers, (const char* feature), {
  Module["preferences"] = Module["preferences"] || {};
  const query = "(" + UTF8ToString(feature) + ")";
  const kept = Module["preferences"];
  kept[query] = kept[query] || window.matchMedia(query);
  return kept[query].matches ? 1 : 0;
});

namespace attnlab {

class DesktopSettings::Source {};

DesktopSettings::DesktopSettings(float) {}
DesktopSettings::~DesktopSettings() = default;

std::optional<platform::DesktopLook> DesktopSettings::look() {
  return platform::DesktopLook{.dark = attnlab_prefers("prefers-color-scheme: dark") != 0,
                               .high_contrast = attnlab_prefers("prefers-contrast: more") != 0,
                               .motion = attnlab_prefers("prefers-reduced-motion: reduce") == 0,
                               .text_scale = {}};
}

}  // namespace attnlab
