// Name patterns: the text before the wildcard and the text after it.
#include "core/autograd/name_pattern.h"

#include <stdexcept>
#include <string>

namespace attnlab {

bool names(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  const std::string_view before = pattern.substr(0, star), after = pattern.substr(star + 1);
  return name.size() >= before.size() + after.size() && name.starts_with(before) && name.ends_with(after);
}

void validate_pattern(std::string_view pattern) {
  if (pattern.find('*') != pattern.rfind('*'))
    throw std::invalid_argument("\"" + std::string(pattern) +
                                "\" contains more than one *, but a name may contain only one");
}

}  // namespace attnlab
