// NumPy code: values and statements as Python writes them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/call_arguments.h"

namespace attnlab {

/// A call or an assignment: `head` opens a bracket if there are arguments, and `tail` closes it.
struct NumpyStatement {
  std::string section;  ///< "decoder.layers.0.self_attention.": the part of the model
  std::string head;
  std::vector<std::string> arguments{};
  std::string tail{};
  std::string comment{};
  bool in_loop = false;
};

/// An item of a dictionary: x["decoder.layers.0.attention_residual"].
std::string numpy_item(std::string_view dictionary, std::string_view name);

/// A number that Python reads as the same one: "1e-05", "4.0", "np.inf".
std::string numpy_number(double value);

/// A nested list, or a range for consecutive numbers.
std::string numpy_list(const Constants<Index>& numbers);
std::string numpy_list(const Constants<double>& numbers);

/// The statements one below another. Statements of one section follow its name, which they share as `n`.
std::string numpy_code(std::span<const NumpyStatement> statements);

}  // namespace attnlab
