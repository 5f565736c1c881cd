// Where IBus listens: it writes its address to a file for each display.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "app/desktop/ibus_context.h"
#include "core/platform/environment.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

std::string machine_id() {
  char* const id = dbus_get_local_machine_id();
  std::string text = id ? id : "";
  dbus_free(id);
  return text;
}

/// "unix-0" for the display ":0.0", "host-1" for "host:1".
std::string name_of_display(const std::string& display) {
  const std::size_t colon = display.rfind(':');
  if (colon == std::string::npos) return "";
  const std::string host = display.substr(0, colon), number = display.substr(colon + 1);
  return (host.empty() ? "unix" : host) + "-" + number.substr(0, number.find('.'));
}

std::string address_in(const fs::path& file) {
  constexpr std::string_view kName = "IBUS_ADDRESS=";
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kName)) return line.substr(kName.size());
  return "";
}

fs::path folder_of_addresses() {
  const std::string config = platform::variable("XDG_CONFIG_HOME");
  return fs::path(config.empty() ? platform::home_folder() + "/.config" : config) / "ibus/bus";
}

}  // namespace

std::string ibus_address() {
  if (std::string address = platform::variable("IBUS_ADDRESS"); !address.empty()) return address;
  const std::string wayland = platform::variable("WAYLAND_DISPLAY");
  for (const std::string& name :
       {wayland.empty() ? "" : "unix-" + wayland, name_of_display(platform::variable("DISPLAY"))}) {
    if (name.empty()) continue;
    if (std::string address = address_in(folder_of_addresses() / (machine_id() + "-" + name));
        !address.empty())
      return address;
  }
  return "";
}

}  // namespace attnlab
