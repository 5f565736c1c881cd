// Writes numbers.
#include "core/config/number_text.h"

#include <charconv>

namespace attnlab {

std::string shortest_text(double value) {
  char digits[40];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string count_text(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string index_text(std::span<const Index> index) {
  std::string text;
  for (const Index i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
  return text;
}

}  // namespace attnlab
