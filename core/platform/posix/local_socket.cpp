// Sockets by POSIX calls.
#include "core/platform/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace attnlab::platform {

bool connecting_waits(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.empty() || name.size() >= sizeof address.sun_path) return false;
  std::ranges::copy(name, address.sun_path);
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (file < 0) return false;
  ::fcntl(file, F_SETFL, O_NONBLOCK);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  const bool waits =
      ::connect(file, reinterpret_cast<const sockaddr*>(&address), size) != 0 && errno == EAGAIN;
  ::close(file);
  return waits;
}

}  // namespace attnlab::platform
