// The environment of Windows; what the program keeps lies in the user's local data.
#include "core/platform/environment.h"

#include <locale.h>
#include <stdlib.h>

#include "core/platform/windows/calls.h"

namespace attnlab::platform {

std::string variable(const char* name) {
  const std::wstring wanted = wide(name);
  const DWORD size = GetEnvironmentVariableW(wanted.c_str(), nullptr, 0);
  if (size == 0) return "";
  std::wstring value(size, L'\0');
  value.resize(GetEnvironmentVariableW(wanted.c_str(), value.data(), size));
  return narrow(value);
}

void set_variable(const char* name, const char* value) {
  SetEnvironmentVariableW(wide(name).c_str(), wide(value).c_str());
}

std::string home_folder() { return variable("USERPROFILE"); }

std::string standard_folder(std::string_view usual) {
  const std::string data = variable("LOCALAPPDATA");
  if (data.empty()) return "";
  const std::string_view last = usual.substr(usual.find_last_of("/.") + 1);
  return data + "\\attention-lab\\" + std::string(last);
}

std::vector<std::string> user_languages() {
  ULONG count = 0, size = 0;
  if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, nullptr, &size)) return {};
  std::wstring names(size, L'\0');  // each ends in a null character, and another one ends the list
  if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, names.data(), &size)) return {};
  std::vector<std::string> codes;
  for (const wchar_t* name = names.c_str(); *name != L'\0'; name += std::wstring_view(name).size() + 1)
    codes.push_back(narrow(name));
  return codes;
}

std::tm universal_time(std::time_t moment) {
  std::tm parts{};
  ::gmtime_s(&parts, &moment);
  return parts;
}

double plain_number(const char* text) {
  static const _locale_t plain = ::_create_locale(LC_ALL, "C");
  return ::_strtod_l(text, nullptr, plain);
}

}  // namespace attnlab::platform
