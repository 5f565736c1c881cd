// Messages over D-Bus without waiting. Only files named …_dbus.cpp, which need libdbus, include this.
#pragma once

#include <dbus/dbus.h>

#include <cstdint>
#include <memory>
#include <string>

namespace attnlab {

struct ReleaseMessage {
  void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using BusMessage = std::unique_ptr<DBusMessage, ReleaseMessage>;

BusMessage method_call(const char* service, const char* path, const char* interface, const char* method);
bool is_signal(const BusMessage& message, const char* interface, const char* member);
/// Whether the message answers the call of that number, well or with an error.
bool answers(const BusMessage& message, std::uint32_t call);
bool is_error(const BusMessage& message);

/// A connection to a bus. Where there is none, or one that takes no connections, it is closed from the start.
/// Connecting goes on in the calls of next(); what is sent meanwhile is sent then.
class MessageBus {
 public:
  /// `address` as D-Bus writes it; only sockets of this machine are connected to.
  explicit MessageBus(const std::string& address);
  ~MessageBus();
  MessageBus(const MessageBus&) = delete;
  MessageBus& operator=(const MessageBus&) = delete;

  bool open() const { return connection_ != nullptr; }
  /// Returns the number of the call; 0 where the connection is closed.
  std::uint32_t send(const BusMessage& message);
  /// Asks for the signals that fit a rule of D-Bus.
  void listen(const std::string& rule);
  /// The next message that has come, or comes within so many milliseconds; null where there is none.
  BusMessage next(int milliseconds = 0);

 private:
  void close();

  DBusConnection* connection_ = nullptr;
};

/// The address of the user's own bus; "" where there is none.
std::string session_bus_address();

/// Reads the values of a message, or of a container in it, one after the other. Values of another type than
/// asked for are 0 or "".
class BusReader {
 public:
  explicit BusReader(const BusMessage& message);

  int type() { return dbus_message_iter_get_arg_type(&at_); }  ///< DBUS_TYPE_…; invalid at the end
  bool next() { return dbus_message_iter_next(&at_) != 0; }
  /// The values in an array, a struct, an entry of a dictionary or a variant.
  BusReader inside();

  std::string text();
  std::uint32_t number();  ///< also signed ones
  bool flag();
  double real();

 private:
  BusReader() = default;
  DBusMessageIter at_{};
};

}  // namespace attnlab
