// Values: reading numbers and paths of options.
#include "app/cli/options/values.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"

namespace attnlab {
namespace {

std::string words(Index number) { return std::to_string(number); }

std::string words(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

template <typename T>
std::string range_words(T least, T most) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isinf(least) && std::isinf(most)) return "";
  const bool open = most == std::numeric_limits<T>::max() || most == std::numeric_limits<T>::infinity();
  return open ? " of at least " + words(least) : " from " + words(least) + " to " + words(most);
}

/// The error where `text` is no number from `least` to `most`; "" where it is one.
template <typename T>
std::string check_number(const std::string& text, const char* kind, T least, T most) {
  T value{};
  const char *begin = text.data(), *end = begin + text.size();
  const auto [stopped, error] = scan_number(begin + (text.starts_with('+') ? 1 : 0), end, value);
  if (error == std::errc{} && stopped == end && value >= least && value <= most) return "";
  return std::string("must be ") + kind + range_words(least, most) + ", not " +
         quoted(std::string_view(text));
}

}  // namespace

CLI::Validator whole_number(Index least, Index most) {
  return {[=](std::string& text) { return check_number(text, "a whole number", least, most); }, ""};
}

CLI::Validator any_number(double least, double most) {
  return {[=](std::string& text) { return check_number(text, "a number", least, most); }, ""};
}

CLI::Validator path_name() {
  return {[](std::string& text) { return std::string(text.empty() ? "is empty: give a path" : ""); }, ""};
}

}  // namespace attnlab
