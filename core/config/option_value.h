// OptionValue: a number that an option has, by the option's name.
#pragma once

#include <string>
#include <vector>

namespace attnlab {

struct OptionValue {
  std::string name;  ///< "dropout"
  double value = 0;
  friend bool operator==(const OptionValue&, const OptionValue&) = default;
};

using OptionValues = std::vector<OptionValue>;

}  // namespace attnlab
