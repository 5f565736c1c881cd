// Unicode classes by utf8proc's tables.
#include "core/text/stages/unicode_classes.h"

#include <utf8proc.h>

#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

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

/// No character beyond has an other case.
constexpr char32_t kEndOfCases = 0x1F000;

struct CaseTable {
  std::vector<std::u32string> letters;
  std::unordered_map<char32_t, std::size_t> letter_of;
  std::vector<SeveralLetters> several;
};

CaseTable make_table() {
  std::map<std::u32string, std::u32string> by_folding;
  CaseTable table;
  for (char32_t value = 0; value < kEndOfCases; ++value) {
    const std::u32string letters = case_folded(value);
    by_folding[letters] += value;
    if (letters.size() > 1) table.several.push_back({value, letters});
  }
  for (const auto& [folding, characters] : by_folding) {
    if (characters.size() < 2) continue;
    for (const char32_t value : characters) table.letter_of[value] = table.letters.size();
    table.letters.push_back(characters);
  }
  return table;
}

const CaseTable& case_table() {
  static const CaseTable table = make_table();
  return table;
}

}  // namespace

const char* category_name(char32_t value) { return utf8proc_category_string(proc_value(value)); }

bool has_category(char32_t value, char initial) { return category_name(value)[0] == initial; }

bool is_punctuation_sign(char32_t value) {
  return has_category(value, 'P') || (value < 0x80 && has_category(value, 'S'));
}

bool is_word_letter(char32_t value) {
  const std::string_view category = category_name(value);
  return category[0] == 'L' || category[0] == 'M' || category == "Nd" || category == "Nl" ||
         category == "Pc" || is_alphabetic_symbol(value);
}

bool is_regex_word(char32_t value) { return is_word_letter(value) || is_in(value, 0x200C, 0x200D); }

std::u32string lower_of(char32_t value) {
  if (value == kDottedCapitalI) return {U'i', kDotAbove};
  return {static_cast<char32_t>(utf8proc_tolower(proc_value(value)))};
}

std::u32string letters_of_any_case(char32_t value) {
  const auto found = case_table().letter_of.find(value);
  return found == case_table().letter_of.end() ? std::u32string{value} : case_table().letters[found->second];
}

std::span<const std::u32string> letters_with_cases() { return case_table().letters; }

std::span<const SeveralLetters> characters_of_several_letters() { return case_table().several; }

std::u32string case_folded(char32_t value) {
  std::array<utf8proc_int32_t, 8> parts{};
  const auto size = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), parts.data(), parts.size(),
                                            UTF8PROC_CASEFOLD, nullptr);
  if (size < 1 || size > static_cast<utf8proc_ssize_t>(parts.size())) return {value};
  return {parts.begin(), parts.begin() + size};
}

}  // namespace attnlab
