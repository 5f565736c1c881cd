// A desktop portal for tests, which has the settings that a test gives it.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "app/desktop/message_bus.h"
#include "tests/support/bus_service.h"
#include "tests/support/private_bus.h"

namespace attnlab::testing {

inline constexpr const char* kAppearance = "org.freedesktop.appearance";
inline constexpr const char* kGnome = "org.gnome.desktop.interface";
inline constexpr const char* kPortalSettings = "org.freedesktop.portal.Settings";

/// A setting as the portal says it.
struct PortalValue {
  const char *space, *key;
  int type;  ///< DBUS_TYPE_…
  DBusBasicValue value;

  static PortalValue scheme(unsigned to) {
    return {kAppearance, "color-scheme", DBUS_TYPE_UINT32, {.u32 = to}};
  }
  static PortalValue contrast(unsigned to) {
    return {kAppearance, "contrast", DBUS_TYPE_UINT32, {.u32 = to}};
  }
  static PortalValue reduced(unsigned to) {
    return {kAppearance, "reduced-motion", DBUS_TYPE_UINT32, {.u32 = to}};
  }
  static PortalValue text(double to) {
    return {kGnome, "text-scaling-factor", DBUS_TYPE_DOUBLE, {.dbl = to}};
  }
  static PortalValue animations(bool to) {
    return {kGnome, "enable-animations", DBUS_TYPE_BOOLEAN, {.bool_val = to}};
  }
};
inline void add_text(DBusMessageIter& to, const char* value) {
  dbus_message_iter_append_basic(&to, DBUS_TYPE_STRING, &value);
}

inline void add_variant(DBusMessageIter& to, const PortalValue& value) {
  const char type[] = {static_cast<char>(value.type), 0};
  DBusMessageIter variant;
  dbus_message_iter_open_container(&to, DBUS_TYPE_VARIANT, type, &variant);
  dbus_message_iter_append_basic(&variant, value.type, &value.value);
  dbus_message_iter_close_container(&to, &variant);
}

/// A portal, which answers in its turns.
class FakePortal {
 public:
  explicit FakePortal(const PrivateBus& bus) : bus_(bus.address()) {
    EXPECT_TRUE(take_name(bus_, "org.freedesktop.portal.Desktop"));
  }

  void turn() {
    while (const BusMessage message = bus_.next())
      if (dbus_message_is_method_call(message.get(), kPortalSettings, "ReadAll")) answer(message);
  }

  void change(const PortalValue& value) {
    const BusMessage signal(
        dbus_message_new_signal("/org/freedesktop/portal/desktop", kPortalSettings, "SettingChanged"));
    DBusMessageIter at;
    dbus_message_iter_init_append(signal.get(), &at);
    add_text(at, value.space);
    add_text(at, value.key);
    add_variant(at, value);
    bus_.send(signal);
    bus_.next();
  }

  std::vector<PortalValue> values;
  bool refuses = false;
  int asked = 0;

 private:
  void answer(const BusMessage& call) {
    ++asked;
    if (refuses) {
      bus_.send(BusMessage(dbus_message_new_error(call.get(), DBUS_ERROR_UNKNOWN_METHOD, "no settings")));
      return;
    }
    const BusMessage reply(dbus_message_new_method_return(call.get()));
    DBusMessageIter at, spaces, entry, keys, pair;
    dbus_message_iter_init_append(reply.get(), &at);
    dbus_message_iter_open_container(&at, DBUS_TYPE_ARRAY, "{sa{sv}}", &spaces);
    for (const PortalValue& value : values) {
      dbus_message_iter_open_container(&spaces, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
      add_text(entry, value.space);
      dbus_message_iter_open_container(&entry, DBUS_TYPE_ARRAY, "{sv}", &keys);
      dbus_message_iter_open_container(&keys, DBUS_TYPE_DICT_ENTRY, nullptr, &pair);
      add_text(pair, value.key);
      add_variant(pair, value);
      dbus_message_iter_close_container(&keys, &pair);
      dbus_message_iter_close_container(&entry, &keys);
      dbus_message_iter_close_container(&spaces, &entry);
    }
    dbus_message_iter_close_container(&at, &spaces);
    bus_.send(reply);
  }

  MessageBus bus_;
};

}  // namespace attnlab::testing
