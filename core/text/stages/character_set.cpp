// CharacterSet: ranges, Unicode's categories, and sets in sets.
#include "core/text/stages/character_set.h"

#include <algorithm>

#include "core/text/stages/unicode_classes.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::array<std::string_view, 30> kCategories{
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"};

bool is_category(std::string_view name) {
  return !name.empty() && name.size() <= 2 &&
         std::ranges::any_of(kCategories,
                             [name](std::string_view category) { return category.starts_with(name); });
}

}  // namespace

bool CharacterSet::Property::has(char32_t value) const {
  const auto found = [&] {
    switch (kind) {
      case Kind::Space: return is_white_space(value);
      case Kind::Word: return is_word_letter(value);
      case Kind::Category: break;
    }
    return std::string_view(category_name(value)).starts_with(category);
  };
  return found() != negated;
}

bool CharacterSet::add_property(std::string_view name, bool negated) {
  const Kind kind = name == "space" ? Kind::Space : name == "word" ? Kind::Word : Kind::Category;
  if (kind == Kind::Category && !is_category(name)) return false;
  properties_.push_back({kind, std::string(name), negated});
  return true;
}

bool CharacterSet::lists(char32_t value) const {
  return std::ranges::any_of(ranges_, [=](const auto& r) { return value >= r.first && value <= r.second; }) ||
         std::ranges::any_of(properties_, [=](const Property& p) { return p.has(value); }) ||
         std::ranges::any_of(parts_, [=](const CharacterSet& part) { return part.has(value); });
}

bool CharacterSet::has(char32_t value) const { return lists(value) != negated_; }

void CharacterSet::ignore_case() {
  std::u32string others;
  for (const std::u32string& letter : letters_with_cases()) {
    const auto listed = std::ranges::count_if(letter, [&](char32_t value) { return lists(value); });
    if (listed > 0 && static_cast<std::size_t>(listed) < letter.size()) others += letter;
  }
  std::ranges::sort(others);
  for (const char32_t value : others) {
    if (!ranges_.empty() && ranges_.back().second + 1 == value)
      ranges_.back().second = value;
    else
      add(value);
  }
}

}  // namespace attnlab
