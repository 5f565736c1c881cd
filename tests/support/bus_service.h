// What services on a bus share, in tests.
#pragma once

#include <chrono>

#include "app/desktop/message_bus.h"

namespace attnlab::testing {

/// Becomes the owner of a name. Whether the bus answered.
inline bool take_name(MessageBus& bus, const char* name) {
  const dbus_uint32_t flags = 0;
  const BusMessage call = method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "RequestName");
  dbus_message_append_args(call.get(), DBUS_TYPE_STRING, &name, DBUS_TYPE_UINT32, &flags, DBUS_TYPE_INVALID);
  const std::uint32_t number = bus.send(call);
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
       std::chrono::steady_clock::now() < end;)
    if (const BusMessage message = bus.next(100); message && answers(message, number))
      return !is_error(message);
  return false;
}

}  // namespace attnlab::testing
