// Messages in the language in use, and filling of places.
#include "core/language/messages.h"

#include "core/language/catalogue.h"
#include "core/language/language.h"

namespace attnlab {
namespace {

std::string_view or_english(std::string_view found, std::string_view english) {
  return found.empty() ? english : found;
}

}  // namespace

std::string_view tr(std::string_view english) {
  const Catalogue* const catalogue = language_in_use().catalogue;
  return catalogue ? or_english(catalogue->find(english), english) : english;
}

const char* tr(const char* english) { return tr(std::string_view(english)).data(); }

std::string_view tr_in(std::string_view context, std::string_view english) {
  const Catalogue* const catalogue = language_in_use().catalogue;
  return catalogue ? or_english(catalogue->find_in(context, english), english) : english;
}

std::string_view tr_plural(std::string_view one, std::string_view many, std::int64_t count) {
  const auto size = static_cast<std::uint64_t>(count < 0 ? -count : count);
  const Catalogue* const catalogue = language_in_use().catalogue;
  return or_english(catalogue ? catalogue->find_plural(one, size) : std::string_view{},
                    size == 1 ? one : many);
}

std::string fill(std::string_view pattern, std::initializer_list<std::string_view> texts) {
  std::string filled;
  while (!pattern.empty()) {
    const std::size_t place = pattern.find('{');
    filled += pattern.substr(0, place);
    if (place == std::string_view::npos) break;
    pattern.remove_prefix(place);
    const std::size_t number =
        pattern.size() >= 3 && pattern[2] == '}' && pattern[1] >= '1' && pattern[1] <= '9'
            ? static_cast<std::size_t>(pattern[1] - '0')
            : 0;
    const bool known = number > 0 && number <= texts.size();
    filled += known ? texts.begin()[number - 1] : pattern.substr(0, 1);
    pattern.remove_prefix(known ? 3 : 1);
  }
  return filled;
}

}  // namespace attnlab
