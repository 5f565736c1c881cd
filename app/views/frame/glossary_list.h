// The glossary as a searchable list. Script names: glossary.field, glossary.term[i,0].
#pragma once

#include <string_view>

namespace attnlab {

/// `opened`: whether the list appears in this frame; the search is then empty and has the keyboard.
void draw_glossary_list(bool opened);

/// Sets the search text with which the list opens next.
void look_up(std::string_view term);

}  // namespace attnlab
