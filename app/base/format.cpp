// Number formatting: one place decides how every figure on screen looks.
#include "app/base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/language/language.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr std::string_view kMinus = "\u2212";

/// A number with a true minus sign, and the decimal and group signs of the language in use.
std::string in_language(std::string_view text) {
  const Language& language = language_in_use();
  std::string out;
  for (const char c : text) switch (c) {
      case '-': out += kMinus; break;
      case '.': out += language.decimal_sign; break;
      case ',': out += language.group_sign; break;
      default: out += c;
    }
  return out;
}

std::string printed(const char* format, int precision, double value) {
  char buffer[400];
  const int length = std::snprintf(buffer, sizeof buffer, format, precision, value);
  return {buffer, static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(sizeof buffer) - 1))};
}

/// Commas between thousands.
std::string grouped(std::string digits) {
  const std::ptrdiff_t first = digits.starts_with('-') ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

/// "-0.00" is zero: drop its sign.
std::string without_negative_zero(std::string text) {
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

/// "1.2e-05" → "1.2e-5".
std::string short_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string exponent = text.substr(e + 1);
  const bool negative = exponent.starts_with('-');
  exponent.erase(0, std::min(exponent.find_first_not_of("+-0"), exponent.size() - 1));
  return text.substr(0, e + 1) + (negative ? "-" : "") + exponent;
}

const char* special_name(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "∞" : "−∞";
}

}  // namespace

std::string plain_number(std::string_view shown) {
  const Language& language = language_in_use();
  const std::pair<std::string_view, std::string_view> signs[] = {
      {kMinus, "-"}, {language.group_sign, ""}, {language.decimal_sign, "."}};
  std::string plain;
  while (!shown.empty()) {
    const auto* const sign = std::ranges::find_if(
        signs, [&](const auto& s) { return !s.first.empty() && shown.starts_with(s.first); });
    const bool known = sign != std::end(signs);
    plain += known ? sign->second : shown.substr(0, 1);
    shown.remove_prefix(known ? sign->first.size() : 1);
  }
  return plain;
}

std::string typed_number(std::string_view typed) {
  const std::string_view sign = language_in_use().decimal_sign;
  std::string plain;
  for (bool has_sign = typed.find('.') != std::string_view::npos; !typed.empty();) {
    const bool minus = typed.starts_with(kMinus), decimal = !has_sign && typed.starts_with(sign);
    plain += minus ? "-" : decimal ? "." : typed.substr(0, 1);
    typed.remove_prefix(minus ? kMinus.size() : decimal ? sign.size() : 1);
    has_sign = has_sign || decimal;
  }
  return plain;
}

int decimals_for(double magnitude, int digits) {
  if (!(magnitude >= 1.0) || std::isinf(magnitude)) return digits;
  const int before_point = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  return std::max(0, digits - before_point);
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return special_name(value);
  digits = std::clamp(digits, kMinDigits, kMaxDigits);
  const double size = std::abs(value);
  const bool too_small = size != 0.0 && size < 0.5 * std::pow(10.0, -digits);
  const bool too_large = size >= std::pow(10.0, std::max(digits, 4) + 1);
  if (too_small || too_large) return in_language(short_exponent(printed("%.*e", digits - 2, value)));
  return format_fixed(value, decimals_for(size, digits));
}

std::string format_small(double value, int digits) {
  const double size = std::abs(value);
  if (!(size >= 1e-7) || size >= 0.1) return format_number(value, digits);
  return format_fixed(
      value, static_cast<int>(std::floor(-std::log10(size))) + std::clamp(digits, kMinDigits, kMaxDigits));
}

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value)) return special_name(value);
  return in_language(without_negative_zero(printed("%.*f", std::clamp(decimals, 0, 20), value)));
}

std::string format_exact(float value) {
  if (!std::isfinite(value)) return special_name(value);
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return in_language(short_exponent({buffer, end}));
}

std::string format_factor(double value, int decimals) {
  std::string text = format_fixed(value, decimals);
  return text.starts_with(kMinus) ? "(" + text + ")" : text;
}

std::string format_count(std::int64_t value) { return in_language(grouped(std::to_string(value))); }

std::string format_whole(double value) {
  if (!std::isfinite(value)) return special_name(value);
  return in_language(grouped(without_negative_zero(printed("%.*f", 0, value))));
}

std::string format_compact(double value) {
  if (!std::isfinite(value)) return special_name(value);
  constexpr std::pair<double, const char*> units[] = {
      {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& [unit, name] : units) {
    // A value that would round up to the next unit is shown in that unit.
    const double from = unit * (unit > 1e3 ? 0.9995 : 0.99995);
    if (std::abs(value) < from) continue;
    return format_fixed(value / unit, std::abs(value) < 99.95 * unit ? 1 : 0) + name;
  }
  return in_language(printed("%.*g", 4, value));
}

std::string format_bytes(double bytes) {
  constexpr std::array<const char*, 6> units{" B", " kB", " MB", " GB", " TB", " PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return (unit == 0 ? format_fixed(bytes, 0) : in_language(printed("%.3g", 0, bytes))) + units[unit];
}

std::string format_percent(double fraction, int decimals) {
  return format_fixed(fraction * 100.0, decimals) + " %";
}

std::string format_entropy(double bits, std::int64_t choices) {
  const double most = std::log2(double(std::max<std::int64_t>(choices, 1)));
  return tr("{1} of {2} bits", format_fixed(bits, 2), format_fixed(most, 2));
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds)) return special_name(seconds);
  if (seconds < 1.0) return format_fixed(seconds * 1000.0, seconds < 0.01 ? 1 : 0) + " ms";
  if (seconds < 60.0) return format_fixed(seconds, 1) + " s";
  const auto whole = static_cast<std::int64_t>(seconds);
  const std::int64_t rest = whole % 60;
  return tr("{1} min", format_count(whole / 60) + (rest < 10 ? ":0" : ":") + std::to_string(rest));
}

}  // namespace attnlab
