// Texts that people read on screen and programs read in files: only the former are translated.
#pragma once

#include <string>
#include <string_view>

#include "core/language/messages.h"

namespace attnlab {

/// Who reads a text.
enum class Audience {
  People,  ///< in the language in use
  Files,   ///< in English: JSON, CSV
};

/// A marked message in the language of its reader: tr_for(audience, tr_mark("head {1}"), number).
inline std::string_view tr_for(Audience audience, std::string_view english) {
  return audience == Audience::People ? tr(english) : english;
}

template <MessageText... T>
requires(sizeof...(T) > 0) std::string
    tr_for(Audience audience, std::string_view english, const T&... texts) {
  return fill(tr_for(audience, english), {std::string_view(texts)...});
}

}  // namespace attnlab
