// Catalogue: the messages of one language, from a file as gettext's msgfmt writes it (.mo).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/language/plural_rule.h"

namespace attnlab {

/// Views that it returns live as long as the catalogue, and end in a null character.
class Catalogue {
 public:
  /// `bytes` of a .mo file. Throws std::invalid_argument if they are not, or not in UTF-8.
  explicit Catalogue(std::string bytes);
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  /// The translation of an English message; empty where there is none.
  std::string_view find(std::string_view english) const;
  /// Likewise, of a message that has other translations in other contexts.
  std::string_view find_in(std::string_view context, std::string_view english) const;
  /// The form for `count` of a message that is `one` in English for one thing; empty where there is none.
  std::string_view find_plural(std::string_view one, std::uint64_t count) const;

  /// A field of the header, such as "Language"; empty where it is missing.
  std::string_view header(std::string_view field) const;

 private:
  std::string bytes_;
  std::unordered_map<std::string_view, std::string_view> messages_;  ///< by the message for one thing
  PluralRule plural_rule_;
};

}  // namespace attnlab
