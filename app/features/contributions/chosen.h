// Contribution choice: which logit is split, and which of its parts is looked at.
#pragma once

#include "app/state/app_state.h"
#include "core/analysis/contributions/asked_word.h"

namespace attnlab {

/// The row of the logits that the selection is about: the selected token of the text that the prediction is
/// read from; where none is selected, the last that has a right word; 0 where one class is predicted.
Index asked_position(const AppState& state, const Trace& trace);

/// That row, with the words that the view Contributions names; a word that the vocabulary does not have
/// counts as not named.
AskedLogit asked_logit(const AppState& state, const Trace& trace, const Tokenizer& words);

/// The attention whose heads the view shows: the selected one where the prediction's stack has it, else that
/// stack's own.
Place asked_attention(const AppState& state, const Trace& trace);

/// The part that is looked at: that of the chosen tensor, else the selected head. Null where there is none.
const ContributionPart* looked_at_part(const AppState& state, const Trace& trace, const Contributions& all);

}  // namespace attnlab
