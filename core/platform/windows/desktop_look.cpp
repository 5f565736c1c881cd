// The settings of Windows: those of accessibility and colors, from the registry and the system's parameters.
#include "core/platform/desktop_look.h"

#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

/// A number in the user's part of the registry.
std::optional<unsigned long> user_number(const wchar_t* key, const wchar_t* name) {
  DWORD value = 0, size = sizeof value;
  if (RegGetValueW(HKEY_CURRENT_USER, key, name, RRF_RT_REG_DWORD, nullptr, &value, &size) != ERROR_SUCCESS)
    return std::nullopt;
  return value;
}

std::optional<bool> dark() {
  const auto light =
      user_number(L"Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize", L"AppsUseLightTheme");
  return light ? std::optional(*light == 0) : std::nullopt;
}

std::optional<bool> high_contrast() {
  HIGHCONTRASTW contrast{};
  contrast.cbSize = sizeof contrast;
  if (!SystemParametersInfoW(SPI_GETHIGHCONTRAST, sizeof contrast, &contrast, 0)) return std::nullopt;
  return (contrast.dwFlags & HCF_HIGHCONTRASTON) != 0;
}

std::optional<bool> motion() {
  BOOL animated = TRUE;
  if (!SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, &animated, 0)) return std::nullopt;
  return animated != FALSE;
}

/// Windows keeps percent, from 100 to 225.
std::optional<double> text_scale() {
  const auto percent = user_number(L"Software\\Microsoft\\Accessibility", L"TextScaleFactor");
  return percent ? std::optional(double(*percent) / 100) : std::nullopt;
}

}  // namespace

DesktopLook desktop_look_of_system() { return {dark(), high_contrast(), motion(), text_scale()}; }

}  // namespace attnlab::platform
