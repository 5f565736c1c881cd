// The tree of a condition: what the parser makes and the evaluation walks.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

struct ConditionNode {
  enum class Kind { Or, And, Not, Compare, Between, Sum, Function, Expression, Literal };
  Kind kind = Kind::Literal;
  std::string text;  ///< the sign of a comparison or a sum, the function's name, the expression, the literal
  double low = 0, high = 0;  ///< Between
  std::vector<std::shared_ptr<const ConditionNode>> parts;
};

/// Reads a condition. Throws std::invalid_argument with one line.
std::shared_ptr<const ConditionNode> parse_condition(std::string_view text);

/// A function of numbers, or of a condition over the steps of training.
struct ConditionFunction {
  std::string_view name;
  std::string_view help;
  /// Of all numbers of its arguments, of which there is at least one; null for first_step.
  double (*of_numbers)(const std::vector<double>& numbers) = nullptr;
};

/// Null where there is none of this name.
const ConditionFunction* find_condition_function(std::string_view name);
/// Names of the functions, for messages.
std::vector<std::string> condition_function_names();

}  // namespace attnlab
