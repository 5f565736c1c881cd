// scan_number: a number at the beginning of a text, whatever the locale.
#pragma once

#include <charconv>
#include <concepts>
#include <version>

namespace attnlab {

/// As std::from_chars of double, which some standard libraries lack.
std::from_chars_result scan_double(const char* begin, const char* end, double& value);

/// std::from_chars in base 10: where the number ends, and what was wrong.
template <typename Number>
std::from_chars_result scan_number(const char* begin, const char* end, Number& value) {
#ifndef __cpp_lib_to_chars
  if constexpr (std::floating_point<Number>) {
    double read = 0;
    const std::from_chars_result result = scan_double(begin, end, read);
    if (result.ec == std::errc()) value = static_cast<Number>(read);
    return result;
  } else
#endif
    return std::from_chars(begin, end, value);
}

}  // namespace attnlab
