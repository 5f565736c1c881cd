// A noun's forms, put into a sentence.
#include "app/base/noun.h"

#include <cctype>

namespace attnlab {

std::string with_noun(std::string_view text, const NounForms& noun) {
  std::string capital(noun.many);
  if (!capital.empty()) capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(capital[0])));
  const struct {
    std::string_view place, form;
  } forms[] = {{"{word}", noun.one}, {"{words}", noun.many}, {"{Words}", capital}};
  std::string result;
  while (!text.empty()) {
    std::size_t taken = 0;
    for (const auto& [place, form] : forms)
      if (text.starts_with(place)) result += form, taken = place.size();
    if (taken == 0) result += text[taken++];
    text.remove_prefix(taken);
  }
  return result;
}

NounForms said_noun(Format format) {
  if (gives_class(format)) return {"class", "classes"};
  if (format == Format::Labels) return {"label", "labels"};
  return kWordNoun;
}

}  // namespace attnlab
