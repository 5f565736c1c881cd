// Expressions of scripts that the window alone can answer.
#pragma once

#include "app/state/expressions/expressions.h"

namespace attnlab {

/// Beside script_expressions().
std::span<const ScriptExpression> window_expressions();

}  // namespace attnlab
