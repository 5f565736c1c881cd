// No program is asked over a socket under Windows.
#include "core/platform/local_socket.h"

namespace attnlab::platform {

bool connecting_waits(const std::string&) { return false; }

}  // namespace attnlab::platform
