// The glossary as a list that can be searched. Script names: glossary.field, glossary.term[i,0].
#pragma once

namespace attnlab {

/// `opened`: in the frame in which the list appears the search is empty and has the keyboard.
void draw_glossary_list(bool opened);

}  // namespace attnlab
