// Sockets between programs of this machine, under POSIX alone.
#pragma once

#include <string>

namespace attnlab::platform {

/// Whether connecting to a socket would wait because its owner accepts no connections and its queue is full.
/// `name` is the path of the socket's file; for an abstract socket, it is a zero byte followed by the name.
bool connecting_waits(const std::string& name);

}  // namespace attnlab::platform
