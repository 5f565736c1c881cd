// NounForms: what a thing is called, in sentences that are about several kinds of things.
#pragma once

#include <string>
#include <string_view>

#include "core/data/batch.h"

namespace attnlab {

struct NounForms {
  std::string_view one, many;
};

inline constexpr NounForms kWordNoun{"word", "words"};

/// `text` with the noun in the place of "{word}", "{words}" and, with a capital letter, "{Words}".
std::string with_noun(std::string_view text, const NounForms& noun);

/// What a model says: words, labels or classes.
NounForms said_noun(Format format);

}  // namespace attnlab
