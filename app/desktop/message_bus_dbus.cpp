// Messages over D-Bus by libdbus, of which only what never waits is used.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/desktop/message_bus.h"
#include "core/platform/environment.h"
#include "core/platform/local_socket.h"

namespace attnlab {
namespace {

/// Whether a socket of the address, which may list several, would let a connection wait, as libdbus then
/// does.
bool hangs(const std::string& address) {
  DBusAddressEntry** entries = nullptr;
  int count = 0;
  if (!dbus_parse_address(address.c_str(), &entries, &count, nullptr)) return false;
  const bool waits = std::any_of(entries, entries + count, [](DBusAddressEntry* entry) {
    const char* const path = dbus_address_entry_get_value(entry, "path");
    const char* const abstract = dbus_address_entry_get_value(entry, "abstract");
    return path ? platform::connecting_waits(path)
                : abstract && platform::connecting_waits(std::string(1, '\0') + abstract);
  });
  dbus_address_entries_free(entries);
  return waits;
}

}  // namespace

BusMessage method_call(const char* service, const char* path, const char* interface, const char* method) {
  return BusMessage(dbus_message_new_method_call(service, path, interface, method));
}

bool is_signal(const BusMessage& message, const char* interface, const char* member) {
  return dbus_message_is_signal(message.get(), interface, member) != 0;
}

bool answers(const BusMessage& message, std::uint32_t call) {
  return call != 0 && dbus_message_get_reply_serial(message.get()) == call;
}

bool is_error(const BusMessage& message) {
  return dbus_message_get_type(message.get()) == DBUS_MESSAGE_TYPE_ERROR;
}

MessageBus::MessageBus(const std::string& address) {
  if (!address.starts_with("unix:") || hangs(address)) return;
  connection_ = dbus_connection_open_private(address.c_str(), nullptr);
  if (!connection_) return;
  dbus_connection_set_exit_on_disconnect(connection_, FALSE);
  send(method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "Hello"));
}

MessageBus::~MessageBus() { close(); }

void MessageBus::close() {
  if (!connection_) return;
  dbus_connection_close(connection_);
  dbus_connection_unref(connection_);
  connection_ = nullptr;
}

std::uint32_t MessageBus::send(const BusMessage& message) {
  std::uint32_t number = 0;
  if (connection_) dbus_connection_send(connection_, message.get(), &number);
  return number;
}

void MessageBus::listen(const std::string& rule) {
  const char* const text = rule.c_str();
  const BusMessage call = method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "AddMatch");
  dbus_message_append_args(call.get(), DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
  dbus_message_set_no_reply(call.get(), TRUE);
  send(call);
}

BusMessage MessageBus::next(int milliseconds) {
  if (!connection_) return nullptr;
  BusMessage message(dbus_connection_pop_message(connection_));
  if (!message) {
    dbus_connection_read_write(connection_, milliseconds);
    message.reset(dbus_connection_pop_message(connection_));
  }
  if (!message || !is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected")) return message;
  close();
  return nullptr;
}

std::string session_bus_address() {
  if (std::string address = platform::variable("DBUS_SESSION_BUS_ADDRESS"); !address.empty()) return address;
  const std::string folder = platform::variable("XDG_RUNTIME_DIR");
  std::error_code error;
  const bool there = !folder.empty() && std::filesystem::exists(folder + "/bus", error);
  return there ? "unix:path=" + folder + "/bus" : "";
}

BusReader::BusReader(const BusMessage& message) { dbus_message_iter_init(message.get(), &at_); }

BusReader BusReader::inside() {
  BusReader inner;
  switch (type()) {
    case DBUS_TYPE_ARRAY:
    case DBUS_TYPE_STRUCT:
    case DBUS_TYPE_DICT_ENTRY:
    case DBUS_TYPE_VARIANT: dbus_message_iter_recurse(&at_, &inner.at_); break;
    default: break;
  }
  return inner;
}

std::string BusReader::text() {
  const char* value = "";
  if (type() == DBUS_TYPE_STRING || type() == DBUS_TYPE_OBJECT_PATH)
    dbus_message_iter_get_basic(&at_, static_cast<void*>(&value));
  return value;
}

std::uint32_t BusReader::number() {
  std::uint32_t value = 0;
  if (type() == DBUS_TYPE_UINT32 || type() == DBUS_TYPE_INT32) dbus_message_iter_get_basic(&at_, &value);
  return value;
}

bool BusReader::flag() {
  dbus_bool_t value = FALSE;
  if (type() == DBUS_TYPE_BOOLEAN) dbus_message_iter_get_basic(&at_, &value);
  return value != FALSE;
}

double BusReader::real() {
  double value = 0;
  if (type() == DBUS_TYPE_DOUBLE) dbus_message_iter_get_basic(&at_, &value);
  return value;
}

}  // namespace attnlab
