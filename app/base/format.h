// Numbers as people read and type them: with the signs of the language in use, a true minus sign, and
// infinities and NaN spelled out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnlab {

/// Digits of precision that the program offers.
inline constexpr int kMinDigits = 2, kMaxDigits = 7;

/// `value` with `digits` significant digits (clamped to 2–7), numbers below one with `digits` decimals:
/// 0.5 → "0.50", −12.3 → "−12" at 2 digits. Very large or small values turn to "1.2e−5".
/// Infinities are "∞" and "−∞", not-a-number is "NaN".
std::string format_number(double value, int digits);

/// As format_number, but small numbers keep `digits` significant digits: 0.000491 → "0.000491" at 3 digits.
std::string format_small(double value, int digits);

/// `value` with exactly `decimals` decimals, so that columns line up.
std::string format_fixed(double value, int decimals);

/// The shortest text that reads back as exactly this float.
std::string format_exact(float value);

/// As format_fixed, in brackets when negative, for a factor in a product: "(−0.30)".
std::string format_factor(double value, int decimals);

/// 12345 → "12,345".
std::string format_count(std::int64_t value);

/// The nearest whole number of any size: 3.625e14 → "362,500,000,000,000".
std::string format_whole(double value);

/// 12345 → "12.3k", 4200000 → "4.2M", 3.6e14 → "360T".
std::string format_compact(double value);

/// 37748736 → "37.7 MB": decimal units, as memory is sold, with three digits.
std::string format_bytes(double bytes);

/// 0.1234 → "12.3 %".
std::string format_percent(double fraction, int decimals = 1);

/// "1.58 of 2.00 bits": an entropy beside that of `choices` equal shares.
std::string format_entropy(double bits, std::int64_t choices);

/// Seconds as "850 ms", "4.2 s", "3:07 min".
std::string format_duration(double seconds);

/// A number that the functions above wrote, in the form of commands and files: "−1.234,5" → "-1234.5" in
/// German.
std::string plain_number(std::string_view shown);

/// A number that a person typed, in the form of commands and files. The decimal sign is a point or the
/// language's: "0.5" and, in German, "0,5" → "0.5".
std::string typed_number(std::string_view typed);

/// Decimals that `digits` of precision leave for numbers up to `magnitude`; never below zero.
int decimals_for(double magnitude, int digits);

}  // namespace attnlab
