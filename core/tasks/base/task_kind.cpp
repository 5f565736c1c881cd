// TaskKind: options of one configuration, and refusing.
#include "core/tasks/base/task_kind.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

Field TaskOption::field_of(TaskConfig& config) const {
  Field field{name, static_cast<bool*>(nullptr), help, minimum, maximum, {choices.begin(), choices.end()}};
  std::visit([&](auto at) { field.value = &(config.*at); }, member);
  return field;
}

bool TaskKind::can_read(OwnData data) const {
  return std::ranges::find(options, data, &TaskOption::reads) != options.end();
}

void require_of_task(bool good, std::string_view field, const std::string& value,
                     const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("task", field, value, allowed));
}

}  // namespace attnlab
