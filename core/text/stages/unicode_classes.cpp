// Unicode classes by utf8proc's tables.
#include "core/text/stages/unicode_classes.h"

#include <utf8proc.h>

#include <string_view>

namespace attnlab {
namespace {

constexpr char32_t kDottedCapitalI = 0x130, kDotAbove = 0x307;

utf8proc_int32_t proc_value(char32_t value) { return static_cast<utf8proc_int32_t>(value); }

bool is_in(char32_t value, char32_t first, char32_t last) { return value >= first && value <= last; }

/// Symbols that Unicode counts as alphabetic: letters in circles, squares and the like.
bool is_alphabetic_symbol(char32_t value) {
  return is_in(value, 0x24B6, 0x24E9) || is_in(value, 0x1F130, 0x1F149) || is_in(value, 0x1F150, 0x1F169) ||
         is_in(value, 0x1F170, 0x1F189);
}

}  // namespace

const char* category_name(char32_t value) { return utf8proc_category_string(proc_value(value)); }

bool has_category(char32_t value, char initial) { return category_name(value)[0] == initial; }

bool is_punctuation_sign(char32_t value) {
  return has_category(value, 'P') || (value < 0x80 && has_category(value, 'S'));
}

bool is_regex_word(char32_t value) {
  const std::string_view category = category_name(value);
  return category[0] == 'L' || category[0] == 'M' || category == "Nd" || category == "Nl" ||
         category == "Pc" || value == 0x200C || value == 0x200D || is_alphabetic_symbol(value);
}

std::u32string lower_of(char32_t value) {
  if (value == kDottedCapitalI) return {U'i', kDotAbove};
  return {static_cast<char32_t>(utf8proc_tolower(proc_value(value)))};
}

char32_t folded(char32_t value) {
  return static_cast<char32_t>(utf8proc_tolower(utf8proc_toupper(proc_value(value))));
}

}  // namespace attnlab
