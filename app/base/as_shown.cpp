// Shown numbers are read back from their texts.
#include "app/base/as_shown.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>

#include "app/base/format.h"
#include "core/config/scan_number.h"

namespace attnlab {
namespace {

/// "-0.20" of "(−0.20)".
std::string plain_digits(std::string_view text) {
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  return plain_number(text);
}

/// One of the last digit that the text shows: 0.01 of "−1.63".
double last_place(std::string_view plain) {
  const std::size_t e = plain.find('e'), point = plain.find('.');
  double place = 1;
  if (point != std::string_view::npos) place = std::pow(10.0, -double(std::min(e, plain.size()) - point - 1));
  if (e == std::string_view::npos) return place;
  int exponent = 0;
  std::from_chars(plain.data() + e + 1, plain.data() + plain.size(), exponent);
  return place * std::pow(10.0, exponent);
}

}  // namespace

double shown_number(std::string_view text) {
  const std::string digits = plain_digits(text);
  if (digits == "∞" || digits == "-∞") {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return digits == "∞" ? kInfinity : -kInfinity;
  }
  double value = 0;
  const auto [end, error] = scan_number(digits.data(), digits.data() + digits.size(), value);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

const char* relation(double of_shown, std::string_view result) {
  const double shown = shown_number(result);
  if (shown == of_shown || (std::isnan(shown) && std::isnan(of_shown))) return "=";
  // A hair more than half, since tenths are not exact.
  const bool near = std::abs(of_shown - shown) <= 0.5000001 * last_place(plain_digits(result));
  return near ? "=" : "≈";
}

}  // namespace attnlab
