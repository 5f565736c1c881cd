// Expressions of scripts that only the window knows.
#pragma once

#include "app/state/expressions/expressions.h"

namespace attnlab {

/// Rows in addition to script_expressions().
std::span<const ScriptExpression> window_expressions();

}  // namespace attnlab
