// Expressions: the values that a script's `expect` can read, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/condition.h"
#include "app/state/view_model.h"

namespace attnlab {

/// The input of an expression.
struct Asked {
  const ViewModel& view;
  std::vector<std::string> arguments;  ///< as many as the row of the expression allows

  /// Argument `i`; "" where it is left out.
  std::string argument(std::size_t i) const { return i < arguments.size() ? arguments[i] : ""; }
};

/// What an expression cannot be evaluated without.
enum class Needs { Nothing, Trace };

/// One expression that a script can read.
struct ScriptExpression {
  std::string_view name;       ///< "value"
  std::string_view arguments;  ///< "OPTION"; optional ones in brackets; "": none
  std::string_view help;       ///< one line
  /// Throws std::invalid_argument where the value does not exist.
  std::string (*value)(const Asked& asked);
  Needs needs = Needs::Nothing;
  /// Its values over the steps of the run on screen, in rising order; null where they are not recorded.
  std::vector<StepValue> (*course)(const Asked& asked) = nullptr;
};

/// The expressions of the ViewModel, in the order of docs/command-line.md.
std::span<const ScriptExpression> script_expressions();

/// The value of "value NAME 0,1" and the like, from script_expressions() and `more`. Throws
/// std::invalid_argument for an unknown expression (with near names), for too few or too many arguments, and
/// where the expression needs a trace and there is none yet.
std::string evaluate_expression(const std::string& text, const ViewModel& view,
                                std::span<const ScriptExpression> more = {});

/// The values of an expression over the recorded steps. Throws as evaluate_expression(), and where the
/// expression is not recorded.
std::vector<StepValue> course_of_expression(const std::string& text, const ViewModel& view);

}  // namespace attnlab
