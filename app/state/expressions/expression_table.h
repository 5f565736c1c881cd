// Expression table: the rows of each group.
#pragma once

#include "app/state/expressions/expressions.h"

namespace attnlab::expressions {

/// The open model, and the user's choices.
std::span<const ScriptExpression> choice();
/// The runs and their past.
std::span<const ScriptExpression> training();
/// The pass on screen, and the pass that it is compared with.
std::span<const ScriptExpression> pass();
/// What the model says, where its heads look, and what is measured of it.
std::span<const ScriptExpression> model_words();
std::vector<StepValue> course_of_loss(const Asked& asked);
/// The open lesson.
std::span<const ScriptExpression> lesson();

/// Nine digits, enough to distinguish any two floats.
std::string exact_text(double value);
inline std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

/// "12" as a number. Throws std::invalid_argument for a word that is no number.
Index number_in(const std::string& word);

}  // namespace attnlab::expressions
