// Token text: the text that the view Tokens cuts, and the chosen token in it.
#pragma once

#include <string>

#include "app/features/tokens/choice.h"
#include "app/state/token_selection.h"
#include "core/analysis/text_levels.h"
#include "core/text/cut_text.h"

namespace attnlab {

/// One text of the pass on screen, and its tokens as the model reads them.
struct TokenText {
  TextSide side = TextSide::Target;
  std::string text;
  CutText own;     ///< as the model reads them: the pieces that it wrote, or those that its tokenizer makes
  int first = 0;   ///< positions before the text: 1 behind <sos> or a class vector
  int token = -1;  ///< the chosen one of `own`; −1: none, or the text is newer than the pass

  /// The position of a token in the pass.
  int position(int own_token) const { return first + own_token; }
  /// The byte at which the chosen token begins; the text's first where none is chosen.
  std::size_t chosen_byte() const;
};

/// The side as the parts of a model name it.
inline Text text_of_side(TextSide side) { return side == TextSide::Source ? Text::Source : Text::Target; }

/// The texts that the view can show of a model: both of one that answers, the target first.
std::vector<TextSide> token_sides(Format format);

/// The side of the text that choices.of<TokensChoice>().text names, of a model that reads text.
TextSide token_side(const AppState& state, const Trace& trace);

/// The text that choices.of<TokensChoice>().text names. "selected" is that of the selected query, or of the
/// shown tensor's rows. For a model that reads text.
TokenText token_text(const AppState& state, const Trace& trace, const Vocabularies& vocabularies);

}  // namespace attnlab
