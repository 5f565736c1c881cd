// Expressions: what a script's `expect` can ask, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/view_model.h"

namespace attnlab {

/// What an expression is asked with.
struct Asked {
  const ViewModel& view;
  std::vector<std::string> arguments;  ///< as many as its row says

  /// "" where it is left out.
  std::string argument(std::size_t i) const { return i < arguments.size() ? arguments[i] : ""; }
};

/// One thing that can be asked.
struct ScriptExpression {
  std::string_view name;       ///< "value"
  std::string_view arguments;  ///< "OPTION"; what may be left out is in brackets; "" for none
  std::string_view help;       ///< one line
  /// Throws std::invalid_argument where there is no such thing.
  std::string (*value)(const Asked& asked);
  bool of_pass = false;  ///< it is there only once there is a trace
};

/// Those that views show, in the order in which docs/command-line.md lists them.
std::span<const ScriptExpression> script_expressions();

/// The value of "value NAME 0,1" and the like, of script_expressions() and `more`. Throws
/// std::invalid_argument for one that there is not (near names are told), for too few or too many arguments,
/// and where there is no trace yet that it could be of.
std::string evaluate_expression(const std::string& text, const ViewModel& view,
                                std::span<const ScriptExpression> more = {});

}  // namespace attnlab
