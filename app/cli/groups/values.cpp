// Values: reading numbers and paths of options.
#include "app/cli/groups/values.h"

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

/// The numbers that an option takes.
template <typename T>
struct Range {
  T least, most;
  bool over = false;  ///< without `least` itself

  bool has(T value) const { return (over ? value > least : value >= least) && value <= most; }
};

template <typename T>
constexpr T kLargest = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                                   : std::numeric_limits<T>::max();

/// " of at least 1", " from 1 to 96", " over 0 and at most 1". A number that is `too_large` is told the most.
template <typename T>
std::string range_words(const Range<T>& range, bool too_large) {
  const bool open = range.most == kLargest<T> && (std::is_floating_point_v<T> || !too_large);
  if constexpr (std::is_floating_point_v<T>)
    if (open && std::isinf(range.least)) return "";
  const std::string least = words(range.least), most = words(range.most);
  if (range.over) return " over " + least + (open ? "" : " and at most " + most);
  return open ? " of at least " + least : " from " + least + " to " + most;
}

bool is_finite(Index) { return true; }
bool is_finite(double value) { return std::isfinite(value); }

/// The error where `text` is not a number of `range`; "" where it is one.
template <typename T>
std::string check_number(const std::string& text, const char* kind, const Range<T>& range) {
  T value{};
  const char *begin = text.data(), *end = begin + text.size();
  const auto [stopped, error] = scan_number(begin + (text.starts_with('+') ? 1 : 0), end, value);
  const bool too_large = error == std::errc::result_out_of_range;
  const bool is_number = error == std::errc{} && stopped == end;
  if (is_number && is_finite(value) && range.has(value)) return "";
  const bool endless = std::is_floating_point_v<T> && (too_large || (is_number && !is_finite(value)));
  return std::string("must be a ") + (endless ? "finite " : "") + kind + range_words(range, too_large) +
         ", not " + quoted(std::string_view(text));
}

}  // namespace

CLI::Validator whole_number(Index least, Index most) {
  return {[=](std::string& text) { return check_number<Index>(text, "whole number", {least, most}); }, ""};
}

CLI::Validator any_number(double least, double most) {
  return {[=](std::string& text) { return check_number<double>(text, "number", {least, most}); }, ""};
}

CLI::Validator number_over(double least, double most) {
  return {[=](std::string& text) { return check_number<double>(text, "number", {least, most, true}); }, ""};
}

CLI::Validator some_text() {
  return {[](std::string& text) { return std::string(text.empty() ? "is empty: give a value" : ""); }, ""};
}

CLI::Validator path_name() {
  return {[](std::string& text) { return std::string(text.empty() ? "is empty: give a path" : ""); }, ""};
}

void add_old_name(CLI::Option* option) { option->group(""); }

}  // namespace attnlab
