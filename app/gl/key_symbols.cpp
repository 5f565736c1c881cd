// The table of keys that type nothing, and the rule of those that do.
#include "app/gl/key_symbols.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "app/widgets/base/key_layout.h"

namespace attnlab {
namespace {

/// A key by its place, as GLFW numbers it, and its symbol. GLFW names no layout's character for Space.
struct NamedSymbol {
  int place;
  std::uint32_t symbol;
};
constexpr NamedSymbol kNamed[] = {{32, 0x20},    {256, 0xff1b}, {257, 0xff0d}, {258, 0xff09}, {259, 0xff08},
                                  {260, 0xff63}, {261, 0xffff}, {262, 0xff53}, {263, 0xff51}, {264, 0xff54},
                                  {265, 0xff52}, {266, 0xff55}, {267, 0xff56}, {268, 0xff50}, {269, 0xff57},
                                  {280, 0xffe5}, {281, 0xff14}, {282, 0xff7f}, {283, 0xff61}, {284, 0xff13},
                                  {335, 0xff8d}, {340, 0xffe1}, {341, 0xffe3}, {342, 0xffe9}, {343, 0xffeb},
                                  {344, 0xffe2}, {345, 0xffe4}, {346, 0xffea}, {347, 0xffec}, {348, 0xff67}};

constexpr int kFirstFunction = 290, kLastFunction = 314;
constexpr std::uint32_t kFirstFunctionSymbol = 0xffbe;
/// Symbols of characters beyond Latin-1 are their code points with this bit.
constexpr std::uint32_t kUnicode = 0x01000000;

bool is_latin(std::uint32_t c) { return (c >= 0x20 && c <= 0x7e) || (c >= 0xa0 && c <= 0xff); }

std::uint32_t symbol_of_letter(char32_t letter) {
  return is_latin(letter) ? letter : kUnicode | static_cast<std::uint32_t>(letter);
}

/// What a key types alone, with Shift as far as that is known: of A to Z.
std::uint32_t symbol_alone(const InputEvent& key) {
  char32_t letter = key.types;
  if (letter == kTypesNothing) return 0;
  if (letter == 0 && key.code < 0x7f) letter = static_cast<char32_t>(std::tolower(key.code));
  if (letter < ' ') return 0;
  const bool shifted = key.modifiers.shift && letter >= 'a' && letter <= 'z';
  return symbol_of_letter(shifted ? letter - 'a' + 'A' : letter);
}

}  // namespace

std::uint32_t symbol_of(const InputEvent& key, char32_t typed) {
  const auto* const named = std::ranges::find(kNamed, key.code, &NamedSymbol::place);
  if (named != std::end(kNamed)) return named->symbol;
  if (key.code >= kFirstFunction && key.code <= kLastFunction)
    return kFirstFunctionSymbol + static_cast<std::uint32_t>(key.code - kFirstFunction);
  return typed >= ' ' ? symbol_of_letter(typed) : symbol_alone(key);
}

int place_of_symbol(std::uint32_t symbol) {
  const auto* const named = std::ranges::find(kNamed, symbol, &NamedSymbol::symbol);
  if (named != std::end(kNamed)) return named->place;
  const std::uint32_t number = symbol - kFirstFunctionSymbol;
  return symbol >= kFirstFunctionSymbol && number <= kLastFunction - kFirstFunction
             ? kFirstFunction + static_cast<int>(number)
             : 0;
}

char32_t letter_of_symbol(std::uint32_t symbol) {
  if (is_latin(symbol)) return symbol;
  return (symbol & 0xff000000) == kUnicode ? symbol & 0x00ffffff : 0;
}

}  // namespace attnlab
