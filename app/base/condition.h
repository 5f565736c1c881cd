// Condition: a comparison of expressions, as scripts expect it and lessons ask for it.
//
//   step >= 300 and loss < 0.5
//   value decoder.layers.0.self_attention.weights 0,0,3,* > 0.4        any of them
//   argmax(value output.logits 0,5,*) = 12 or not (playing = yes)
//   first_step(loss < 1) in 100..400
//
// An expression is a run of words; words that stand for themselves are numbers, "quoted texts", and yes, no,
// on, off, none. Signs and names of functions stand between spaces or parentheses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// The value of an expression at a step of training.
struct StepValue {
  std::int64_t step = 0;
  std::string value;
};

/// Where the values of expressions come from. Both throw std::invalid_argument for an expression that does
/// not exist or has no value.
struct ExpressionSource {
  std::function<std::string(const std::string& expression)> value;
  /// The values over the steps of training, in rising order; for first_step(…). Empty: nothing is recorded.
  std::function<std::vector<StepValue>(const std::string& expression)> course{};
};

struct ConditionNode;

/// A parsed condition; cheap to copy.
class Condition {
 public:
  /// Holds always.
  Condition() = default;
  /// Throws std::invalid_argument with one line that names the word at fault.
  static Condition parse(std::string_view text);

  const std::string& text() const { return text_; }
  bool empty() const { return !root_; }
  /// Whether it holds now. Throws what the source throws, and std::invalid_argument where numbers are
  /// compared with what is not a number.
  bool holds(const ExpressionSource& source) const;
  /// The value of a condition that is a sum, a function or one expression: "0.76"; several values of an
  /// expression with * are separated by spaces. A comparison is "yes" or "no". Throws as holds().
  std::string value(const ExpressionSource& source) const;
  /// The expressions in it, in their order.
  std::vector<std::string> expressions() const;

 private:
  std::string text_;
  std::shared_ptr<const ConditionNode> root_;
};

/// Whether the text compares something: whether a sign of comparison stands in it between spaces.
bool compares(std::string_view text);

/// Whether `actual` equals `wanted`: to six digits if both are numbers, else as text.
bool values_match(const std::string& actual, const std::string& wanted);

}  // namespace attnlab
