// The settings of the desktop, of which POSIX knows nothing.
#include "core/platform/desktop_look.h"

namespace attnlab::platform {

DesktopLook desktop_look_of_system() { return {}; }

}  // namespace attnlab::platform
