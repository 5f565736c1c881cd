// Hand given: the parts of a file of attention by hand, put together.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/hand_attention.h"

namespace attnlab {

/// What a file has: options and matrices by their names in files, as far as it has them.
struct HandGiven {
  std::map<std::string, std::string, std::less<>> options;
  std::map<std::string, std::vector<std::vector<double>>, std::less<>> matrices;
  std::map<std::string, std::vector<std::string>, std::less<>> row_names;  ///< by matrix

  /// Throws std::runtime_error in one line for what is missing, unknown or does not fit.
  HandAttention joined() const;
};

/// The names of all options, in the order of files: "score", "beta", "mask".
const std::vector<std::string>& hand_option_names();

/// Throws std::runtime_error, "unknown name NAME; did you mean …?".
[[noreturn]] void refuse_hand_name(std::string_view name);

/// The row of hand_matrices() that files call so; null for none.
const HandMatrixKind* find_hand_member(std::string_view member);

}  // namespace attnlab
