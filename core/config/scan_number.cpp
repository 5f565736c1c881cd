// scan_double, by the C library's function for the locale "C".
#include "core/config/scan_number.h"

#include <cmath>
#include <string>
#include <string_view>

#include "core/platform/environment.h"

namespace attnlab {

namespace {

constexpr std::string_view kDecimalDigits = "0123456789";

const char* after_digits(const char* at, const char* end) {
  while (at != end && kDecimalDigits.find(*at) != std::string_view::npos) ++at;
  return at;
}

bool is_word(const char* at, const char* end, std::string_view word) {
  if (static_cast<std::size_t>(end - at) < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((at[i] | 0x20) != word[i]) return false;
  return true;
}

/// The end of "12", "1.5", ".5", "1e-3", "inf" or "nan" without a sign; `begin` where there is none.
const char* number_end(const char* begin, const char* end) {
  for (const std::string_view word : {"infinity", "inf", "nan"})
    if (is_word(begin, end, word)) return begin + word.size();
  const char* at = after_digits(begin, end);
  std::ptrdiff_t digits = at - begin;
  if (at != end && *at == '.') {
    const char* const fraction = after_digits(at + 1, end);
    digits += fraction - at - 1;
    at = fraction;
  }
  if (digits == 0) return begin;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* power = at + 1;
    if (power != end && (*power == '-' || *power == '+')) ++power;
    if (const char* const stop = after_digits(power, end); stop != power) at = stop;
  }
  return at;
}

}  // namespace

std::from_chars_result scan_double(const char* begin, const char* end, double& value) {
  const char* const digits = begin != end && *begin == '-' ? begin + 1 : begin;
  const char* const stop = number_end(digits, end);
  if (stop == digits) return {begin, std::errc::invalid_argument};
  const std::string text(begin, stop);
  const double read = platform::plain_number(text.c_str());
  const bool infinite = (*digits | 0x20) == 'i';
  const bool zero = text.find_first_of("123456789") > text.find_first_of("eE");
  if ((std::isinf(read) && !infinite) ||
      (read == 0 && !zero && text.find_first_of("123456789") != std::string::npos))
    return {stop, std::errc::result_out_of_range};
  value = read;
  return {stop, std::errc()};
}

}  // namespace attnlab
