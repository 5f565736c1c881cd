// An IBus for tests with one engine: letters are composed, and Space makes them "你好".
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "app/desktop/message_bus.h"
#include "tests/support/bus_service.h"
#include "tests/support/private_bus.h"

namespace attnlab::testing {

/// Answers in its turns.
class FakeIBus {
 public:
  explicit FakeIBus(const PrivateBus& bus) : bus_(bus.address()) {
    EXPECT_TRUE(take_name(bus_, "org.freedesktop.IBus"));
  }

  void turn() {
    while (const BusMessage message = bus_.next())
      if (dbus_message_get_type(message.get()) == DBUS_MESSAGE_TYPE_METHOD_CALL) answer(message);
  }

  /// A signal to the client, as from a click on a candidate.
  void commit(const std::string& text) {
    const BusMessage signal = make_signal("CommitText");
    DBusMessageIter at;
    dbus_message_iter_init_append(signal.get(), &at);
    add_text(at, text);
    bus_.send(signal);
    bus_.next();
  }

  std::vector<std::string> calls;  ///< that change something, in order
  bool silent = false;             ///< does not answer to keys
  bool keeps = false;              ///< what is composed becomes text when composing ends
  std::array<int, 4> caret{};      ///< the last box on the screen, by left, top, width, height

 private:
  static constexpr const char* kContext = "org.freedesktop.IBus.InputContext";

  void answer(const BusMessage& call) {
    const std::string method = dbus_message_get_member(call.get());
    if (method == "CreateInputContext") {
      client_ = dbus_message_get_sender(call.get());
      const char* const path = "/org/freedesktop/IBus/InputContext_1";
      return reply(call, DBUS_TYPE_OBJECT_PATH, &path);
    }
    BusReader values(call);
    if (method == "ProcessKeyEvent") return process(call, values.number());
    if (method == "SetCapabilities")
      calls.push_back(method + " " + std::to_string(values.number()));
    else if (method == "SetCursorLocation")
      note_caret(values);
    else if (method == "Reset")
      composed_.clear(), calls.push_back(method);
    else
      calls.push_back(method);
    bus_.send(BusMessage(dbus_message_new_method_return(call.get())));
  }

  void note_caret(BusReader& values) {
    calls.push_back("SetCursorLocation");
    for (int& number : caret) {
      number = static_cast<int>(values.number());
      values.next();
    }
  }

  void process(const BusMessage& call, std::uint32_t symbol) {
    BusReader values(call);
    values.next(), values.next();
    const std::uint32_t state = values.number();
    const bool pressed = (state & (1u << 30)) == 0, plain = (state & (1u << 2)) == 0;
    calls.push_back((pressed ? "press " : "release ") + std::to_string(symbol));
    if (silent) return;
    const dbus_bool_t takes = pressed && plain && compose(symbol) ? TRUE : FALSE;
    reply(call, DBUS_TYPE_BOOLEAN, &takes);
  }

  bool compose(std::uint32_t symbol) {
    if (symbol >= 'a' && symbol <= 'z') {
      composed_ += static_cast<char>(symbol);
      return show(), true;
    }
    if (symbol != ' ' || composed_.empty()) return false;
    composed_.clear();
    show();
    return commit("你好"), true;
  }

  void show() {
    const BusMessage signal = make_signal("UpdatePreeditTextWithMode");
    DBusMessageIter at;
    dbus_message_iter_init_append(signal.get(), &at);
    add_text(at, composed_);
    const auto cursor = static_cast<dbus_uint32_t>(composed_.size());
    const dbus_bool_t visible = composed_.empty() ? FALSE : TRUE;
    dbus_message_iter_append_basic(&at, DBUS_TYPE_UINT32, &cursor);
    dbus_message_iter_append_basic(&at, DBUS_TYPE_BOOLEAN, &visible);
    const dbus_uint32_t mode = keeps ? 1 : 0;
    dbus_message_iter_append_basic(&at, DBUS_TYPE_UINT32, &mode);
    bus_.send(signal);
  }

  /// IBus's own form of a text: ("IBusText", {}, text, <("IBusAttrList", {}, [])>).
  static void add_text(DBusMessageIter& to, const std::string& text) {
    DBusMessageIter variant, members;
    dbus_message_iter_open_container(&to, DBUS_TYPE_VARIANT, "(sa{sv}sv)", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, nullptr, &members);
    begin_object(members, "IBusText");
    const char* const letters = text.c_str();
    dbus_message_iter_append_basic(&members, DBUS_TYPE_STRING, &letters);
    add_no_looks(members);
    dbus_message_iter_close_container(&variant, &members);
    dbus_message_iter_close_container(&to, &variant);
  }
  static void add_no_looks(DBusMessageIter& to) {
    DBusMessageIter variant, members, list;
    dbus_message_iter_open_container(&to, DBUS_TYPE_VARIANT, "(sa{sv}av)", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, nullptr, &members);
    begin_object(members, "IBusAttrList");
    dbus_message_iter_open_container(&members, DBUS_TYPE_ARRAY, "v", &list);
    dbus_message_iter_close_container(&members, &list);
    dbus_message_iter_close_container(&variant, &members);
    dbus_message_iter_close_container(&to, &variant);
  }
  static void begin_object(DBusMessageIter& members, const char* name) {
    DBusMessageIter none;
    dbus_message_iter_append_basic(&members, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&members, DBUS_TYPE_ARRAY, "{sv}", &none);
    dbus_message_iter_close_container(&members, &none);
  }

  BusMessage make_signal(const char* name) const {
    BusMessage signal(dbus_message_new_signal("/org/freedesktop/IBus/InputContext_1", kContext, name));
    dbus_message_set_destination(signal.get(), client_.c_str());
    return signal;
  }
  void reply(const BusMessage& call, int type, const void* value) {
    const BusMessage answer(dbus_message_new_method_return(call.get()));
    dbus_message_append_args(answer.get(), type, value, DBUS_TYPE_INVALID);
    bus_.send(answer);
  }

  MessageBus bus_;
  std::string client_, composed_;
};

}  // namespace attnlab::testing
