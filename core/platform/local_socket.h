// Sockets between programs of this machine.
#pragma once

#include <string>

namespace attnlab::platform {

/// Whether connecting to a socket would wait, because its owner takes no connections and has a full queue.
/// `name` is its path, or a zero byte and its name where it is no file.
bool connecting_waits(const std::string& name);

}  // namespace attnlab::platform
