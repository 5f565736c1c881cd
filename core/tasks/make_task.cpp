// Makes a task by the row of its name.
#include "core/tasks/make_task.h"

#include "core/tasks/task_config.h"
#include "core/tasks/task_kinds.h"

namespace attnlab {

std::unique_ptr<Task> make_task(const TaskConfig& config, const TaskShape& shape) {
  validate(config);
  return task_kind(config.name).make(config, shape);
}

}  // namespace attnlab
