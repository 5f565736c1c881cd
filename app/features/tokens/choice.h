// The view Tokens: its row, its options and what it finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/feature/results.h"
#include "app/state/token_selection.h"
#include "core/analysis/text_levels.h"
#include "core/text/cut_text.h"

namespace attnlab {

/// Tokens: how the text became token IDs.
struct TokensChoice {
  std::string part = "levels";    ///< levels, merges, vocabulary or one_hot
  std::string text = "selected";  ///< of two texts: the text of the selected query, source or target
  std::string level = "model";    ///< whose vocabulary is shown: the model's level, or another by name
  std::string walk = "word";      ///< the merges to step through: of the selected word, of the text, or all
  Index merges = 0;               ///< how many merges are applied, in the order learned
  std::string search;             ///< in the vocabulary; "": all of it
  std::string sort = "id";        ///< the column that sorts the vocabulary
  bool descending = false;        ///< the largest first

  bool shows_merges() const { return part == "merges"; }
  friend bool operator==(const TokensChoice&, const TokensChoice&) = default;
};

/// The names of the walks through merges, from the rows in app/features/tokens/work_walk.cpp.
std::vector<Choice> merge_walk_choices();

struct ShownLevels {
  std::shared_ptr<const Vocabularies> vocabularies;  ///< of the model
  TextSide side;                                     ///< whose text it is
  TextLevels levels;
};

/// The levels for this text of the model; null until they are learned.
inline const TextLevels* levels_for(const Results& made, const Vocabularies* model, TextSide side) {
  const ShownLevels* const shown = made.of<ShownLevels>().get();
  return shown && shown->vocabularies.get() == model && shown->side == side ? &shown->levels : nullptr;
}

/// One text of the pass on screen, and its tokens as the model reads them.
struct TokenText {
  TextSide side = TextSide::Target;
  std::string text;
  CutText own;     ///< as the model reads them: the pieces that it wrote, or the tokens of its tokenizer
  int first = 0;   ///< positions before the text: 1 after <sos> or a class vector
  int token = -1;  ///< the selected token of `own`; −1: none, or the text is newer than the pass

  /// The position of a token in the pass.
  int position(int own_token) const { return first + own_token; }
  /// The byte at which the selected token begins; the first byte of the text without a selection.
  std::size_t chosen_byte() const;
};

/// The side as the parts of a model name it.
inline Text text_of_side(TextSide side) { return side == TextSide::Source ? Text::Source : Text::Target; }

/// The texts of a model that the view can show; of a model with a source and a target both, the target first.
std::vector<TextSide> token_sides(Format format);

/// The side of the text that choices.of<TokensChoice>().text names, of a model that reads text.
TextSide token_side(const AppState& state, const Trace& trace);

/// The text that choices.of<TokensChoice>().text names. "selected" is the text of the selected query, or of
/// the rows of the tensor on the stage. For a model that reads text.
TokenText token_text(const AppState& state, const Trace& trace, const Vocabularies& vocabularies);

}  // namespace attnlab

namespace attnlab::tokens {

extern const Feature kFeature;

}  // namespace attnlab::tokens
