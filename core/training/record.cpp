// Record: names of columns.
#include "core/training/record.h"

#include <algorithm>

namespace attnlab {

Index Record::column(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? -1 : found - names.begin();
}

}  // namespace attnlab
