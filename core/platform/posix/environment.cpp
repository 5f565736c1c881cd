// The environment of POSIX; folders by the XDG Base Directory Specification.
#include "core/platform/environment.h"

#include <locale.h>

#include <cstdlib>
#include <sstream>

namespace attnlab::platform {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

void set_variable(const char* name, const char* value) { ::setenv(name, value, 1); }

std::string home_folder() { return variable("HOME"); }

std::string standard_folder(std::string_view usual) {
  const std::string home = home_folder();
  return home.starts_with('/') ? home + "/" + std::string(usual) + "/attention-lab" : "";
}

/// As gettext reads the variables: LANGUAGE is a list, which counts unless the locale is "C".
std::vector<std::string> user_languages() {
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (locale.empty()) locale = variable(name);
  if (locale.empty() || locale == "C" || locale == "POSIX") return {"C"};
  std::vector<std::string> codes;
  std::istringstream list(variable("LANGUAGE"));
  for (std::string code; std::getline(list, code, ':');)
    if (!code.empty()) codes.push_back(code);
  codes.push_back(locale);
  return codes;
}

std::tm universal_time(std::time_t moment) {
  std::tm parts{};
  ::gmtime_r(&moment, &parts);
  return parts;
}

double plain_number(const char* text) {
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  return ::strtod_l(text, nullptr, plain);
}

}  // namespace attnlab::platform
