// Calls and signals of IBus's input context.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/desktop/ibus_context.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr const char *kService = "org.freedesktop.IBus", *kBusPath = "/org/freedesktop/IBus",
                     *kContext = "org.freedesktop.IBus.InputContext";
/// What the program can do: show what is composed, and say when a field takes text.
constexpr std::uint32_t kCanShowPreedit = 1 << 0, kCanFocus = 1 << 3;
/// What becomes of a composed text that is not finished: the fourth value of UpdatePreeditTextWithMode.
constexpr std::uint32_t kBecomesText = 1;

/// IBus's objects are structs in variants: a name, attachments, then what each kind has. A text's is a
/// string.
std::string text_of(BusReader value) {
  if (value.type() == DBUS_TYPE_VARIANT) value = value.inside();
  BusReader members = value.inside();
  const bool is_text = members.text() == "IBusText" && members.next() && members.next();
  return is_text ? members.text() : "";
}

/// The bytes of so many characters.
std::size_t bytes_of(const std::string& text, std::uint32_t characters) {
  std::size_t at = 0;
  for (; characters > 0 && at < text.size(); --characters)
    at += decode_utf8(std::string_view(text).substr(at)).size;
  return std::min(at, text.size());
}

}  // namespace

IBusContext::IBusContext(const std::string& address) : bus_(address) {
  bus_.listen("type='signal',interface='org.freedesktop.IBus.InputContext'");
  const BusMessage make = method_call(kService, kBusPath, kService, "CreateInputContext");
  const char* const name = "attention-lab";
  dbus_message_append_args(make.get(), DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
  making_ = bus_.send(make);
}

BusMessage IBusContext::call(const char* method) const {
  return method_call(kService, path_.c_str(), kContext, method);
}

void IBusContext::begin(const std::string& path) {
  if (path.empty()) return void(refused_ = true);
  path_ = path;
  const BusMessage abilities = call("SetCapabilities");
  const dbus_uint32_t bits = kCanShowPreedit | kCanFocus;
  dbus_message_append_args(abilities.get(), DBUS_TYPE_UINT32, &bits, DBUS_TYPE_INVALID);
  bus_.send(abilities);
  commit_ourselves();
  if (std::exchange(focused_, false)) focus(true);
}

/// Otherwise IBus sends what becomes text, which then arrives after the caret has moved.
void IBusContext::commit_ourselves() {
  const BusMessage set = method_call(kService, path_.c_str(), "org.freedesktop.DBus.Properties", "Set");
  const char *const interface = kContext, *const property = "ClientCommitPreedit";
  const dbus_bool_t yes = TRUE;
  DBusMessageIter at, variant, members;
  dbus_message_iter_init_append(set.get(), &at);
  dbus_message_iter_append_basic(&at, DBUS_TYPE_STRING, static_cast<const void*>(&interface));
  dbus_message_iter_append_basic(&at, DBUS_TYPE_STRING, static_cast<const void*>(&property));
  dbus_message_iter_open_container(&at, DBUS_TYPE_VARIANT, "(b)", &variant);
  dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, nullptr, &members);
  dbus_message_iter_append_basic(&members, DBUS_TYPE_BOOLEAN, &yes);
  dbus_message_iter_close_container(&variant, &members);
  dbus_message_iter_close_container(&at, &variant);
  bus_.send(set);
}

void IBusContext::focus(bool takes_text) {
  if (std::exchange(focused_, takes_text) == takes_text) return;
  composed_ = {};
  if (!path_.empty()) bus_.send(call(takes_text ? "FocusIn" : "FocusOut"));
}

bool IBusContext::place(const Box& caret, bool in_window) {
  if (path_.empty()) return false;
  const BusMessage where = call(in_window ? "SetCursorLocationRelative" : "SetCursorLocation");
  const std::array<dbus_int32_t, 4> box{
      static_cast<dbus_int32_t>(caret.min.x), static_cast<dbus_int32_t>(caret.min.y),
      static_cast<dbus_int32_t>(caret.width()), static_cast<dbus_int32_t>(caret.height())};
  dbus_message_append_args(where.get(), DBUS_TYPE_INT32, &box[0], DBUS_TYPE_INT32, &box[1], DBUS_TYPE_INT32,
                           &box[2], DBUS_TYPE_INT32, &box[3], DBUS_TYPE_INVALID);
  return bus_.send(where) != 0;
}

void IBusContext::end_composing() {
  if (path_.empty() || composed().text.empty()) return;
  if (becomes_text_) sent_.push_back({composed_.text});
  composed_ = {};
  bus_.send(call("Reset"));
}

std::uint32_t IBusContext::offer(const SymbolKey& key) {
  if (path_.empty() || !focused_) return 0;
  const BusMessage process = call("ProcessKeyEvent");
  const dbus_uint32_t symbol = key.symbol, code = key.code, state = key.state;
  dbus_message_append_args(process.get(), DBUS_TYPE_UINT32, &symbol, DBUS_TYPE_UINT32, &code,
                           DBUS_TYPE_UINT32, &state, DBUS_TYPE_INVALID);
  const std::uint32_t number = bus_.send(process);
  if (number != 0) answers_.emplace(number, std::nullopt);
  return number;
}

std::optional<bool> IBusContext::answer(std::uint32_t number) {
  const auto at = answers_.find(number);
  if (at == answers_.end() || !open()) return false;
  const std::optional<bool> answer = at->second;
  if (answer) answers_.erase(at);
  return answer;
}

void IBusContext::receive(int milliseconds) {
  while (const BusMessage message = bus_.next(std::exchange(milliseconds, 0))) take(message);
}

void IBusContext::take(const BusMessage& message) {
  BusReader values(message);
  if (answers(message, making_)) return begin(is_error(message) ? "" : values.text());
  const auto offered = answers_.find(dbus_message_get_reply_serial(message.get()));
  if (offered != answers_.end()) return void(offered->second = !is_error(message) && values.flag());
  if (!path_.empty() && dbus_message_has_path(message.get(), path_.c_str())) take_signal(message);
}

void IBusContext::take_signal(const BusMessage& message) {
  BusReader values(message);
  if (is_signal(message, kContext, "CommitText")) {
    if (std::string text = text_of(values); !text.empty()) sent_.push_back({std::move(text)});
  } else if (is_signal(message, kContext, "ForwardKeyEvent")) {
    SymbolKey key;
    for (std::uint32_t* const member : {&key.symbol, &key.code, &key.state}) {
      *member = values.number();
      values.next();
    }
    sent_.push_back({"", key});
  } else if (is_signal(message, kContext, "UpdatePreeditText") ||
             is_signal(message, kContext, "UpdatePreeditTextWithMode")) {
    take_preedit(values);
  } else if (is_signal(message, kContext, "ShowPreeditText")) {
    shown_ = true;
  } else if (is_signal(message, kContext, "HidePreeditText")) {
    shown_ = false;
  }
}

void IBusContext::take_preedit(BusReader values) {
  composed_.text = text_of(values);
  values.next();
  composed_.cursor = bytes_of(composed_.text, values.number());
  values.next();
  shown_ = values.flag();
  values.next();
  becomes_text_ = values.number() == kBecomesText;
}

}  // namespace attnlab
