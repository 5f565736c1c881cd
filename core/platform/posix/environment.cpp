// The environment of POSIX; folders by the XDG Base Directory Specification.
#include "core/platform/environment.h"

#include <locale.h>

#include <cstdlib>

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
