// The desktop's settings on Linux, as the desktop portal tells them over D-Bus.
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/desktop/desktop_settings.h"
#include "app/desktop/message_bus.h"

namespace attnlab {

/// What the settings say, in the form that all desktops share, and in GNOME's, for portals that do not have
/// the other one yet.
struct PortalSaid {
  platform::DesktopLook shared, gnome;
};

namespace {

using platform::DesktopLook;

constexpr const char *kPortal = "org.freedesktop.portal.Desktop", *kPath = "/org/freedesktop/portal/desktop",
                     *kInterface = "org.freedesktop.portal.Settings", *kChanged = "SettingChanged";
constexpr const char* kAppearance = "org.freedesktop.appearance";
constexpr const char* kGnome = "org.gnome.desktop.interface";
constexpr const char* kGnomeAccess = "org.gnome.desktop.a11y.interface";

/// A setting and the function that reads its value. In the shared form, 0 means no preference.
struct Setting {
  std::string_view space, key;
  void (*read)(BusReader value, PortalSaid& said);
};
constexpr Setting kSettings[] = {
    {kAppearance, "color-scheme",
     [](BusReader v, PortalSaid& s) {
       const std::uint32_t scheme = v.number();
       s.shared.dark = scheme == 1 || scheme == 2 ? std::optional(scheme == 1) : std::nullopt;
     }},
    {kAppearance, "contrast",
     [](BusReader v, PortalSaid& s) {
       s.shared.high_contrast = v.number() == 1 ? std::optional(true) : std::nullopt;
     }},
    {kAppearance, "reduced-motion",
     [](BusReader v, PortalSaid& s) {
       s.shared.motion = v.number() == 1 ? std::optional(false) : std::nullopt;
     }},
    {kGnome, "enable-animations", [](BusReader v, PortalSaid& s) { s.gnome.motion = v.flag(); }},
    {kGnome, "text-scaling-factor",
     [](BusReader v, PortalSaid& s) {
       s.gnome.text_scale = v.real() > 0 ? std::optional(v.real()) : std::nullopt;
     }},
    {kGnomeAccess, "high-contrast", [](BusReader v, PortalSaid& s) { s.gnome.high_contrast = v.flag(); }}};

void read_setting(std::string_view space, std::string_view key, BusReader value, PortalSaid& said) {
  if (value.type() == DBUS_TYPE_VARIANT) value = value.inside();
  for (const Setting& setting : kSettings)
    if (setting.space == space && setting.key == key) setting.read(value, said);
}

/// A dictionary by namespaces of dictionaries by keys.
void read_all(BusReader spaces, PortalSaid& said) {
  for (BusReader space = spaces.inside(); space.type() == DBUS_TYPE_DICT_ENTRY; space.next()) {
    BusReader entry = space.inside();
    const std::string name = entry.text();
    entry.next();
    for (BusReader key = entry.inside(); key.type() == DBUS_TYPE_DICT_ENTRY; key.next()) {
      BusReader pair = key.inside();
      const std::string key_name = pair.text();
      pair.next();
      read_setting(name, key_name, pair, said);
    }
  }
}

BusMessage ask_for_all() {
  BusMessage call = method_call(kPortal, kPath, kInterface, "ReadAll");
  std::array<const char*, 3> spaces{kAppearance, kGnome, kGnomeAccess};
  const char** const first = spaces.data();
  dbus_message_append_args(call.get(), DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &first,
                           static_cast<int>(spaces.size()), DBUS_TYPE_INVALID);
  return call;
}

}  // namespace

/// Displays alone are scaled by whole numbers where the text scale is multiplied in.
double text_beyond_display(double text_scale, double display_scale) {
  constexpr double kRounding = 0.02;
  if (!(text_scale > 0)) return 1;
  const double rest = display_scale / text_scale, whole = std::round(rest);
  const bool multiplied_in = text_scale != 1 && whole >= 1 && std::abs(rest - whole) <= kRounding * whole;
  return multiplied_in ? 1 : text_scale;
}

class DesktopSettings::Source {
 public:
  explicit Source(double display_scale) : display_scale_(display_scale), bus_(session_bus_address()) {
    bus_.listen("type='signal',sender='" + std::string(kPortal) + "',path='" + kPath + "',interface='" +
                kInterface + "',member='" + kChanged + "'");
    asked_ = bus_.send(ask_for_all());
    answered_ = asked_ == 0;
  }

  std::optional<DesktopLook> look() {
    while (const BusMessage message = bus_.next()) take(message);
    if (!bus_.open()) answered_ = true;
    return answered_ ? std::optional(said()) : std::nullopt;
  }

 private:
  void take(const BusMessage& message) {
    BusReader values(message);
    if (answers(message, asked_)) {
      if (!is_error(message)) read_all(values, said_);
      answered_ = true;
    } else if (is_signal(message, kInterface, kChanged)) {
      const std::string space = values.text();
      values.next();
      const std::string key = values.text();
      values.next();
      read_setting(space, key, values, said_);
    }
  }

  DesktopLook said() {
    DesktopLook look = said_.shared;
    if (!look.motion) look.motion = said_.gnome.motion;
    if (!look.high_contrast) look.high_contrast = said_.gnome.high_contrast;
    if (said_.gnome.text_scale) look.text_scale = beyond_display(*said_.gnome.text_scale);
    return look;
  }

  /// The window's display scale stays what it was when the program began, and so does the part in it.
  double beyond_display(double text_scale) {
    if (!part_in_display_) part_in_display_ = text_scale / text_beyond_display(text_scale, display_scale_);
    return text_scale / *part_in_display_;
  }

  double display_scale_;
  std::optional<double> part_in_display_;
  MessageBus bus_;
  std::uint32_t asked_ = 0;
  bool answered_ = false;
  PortalSaid said_;
};

DesktopSettings::DesktopSettings(float display_scale)
    : source_(std::make_unique<Source>(double(display_scale))) {}
DesktopSettings::~DesktopSettings() = default;
std::optional<platform::DesktopLook> DesktopSettings::look() { return source_->look(); }

}  // namespace attnlab
