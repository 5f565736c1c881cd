// TaskConfig as data: its options, those that its task uses, and how they fit together.
#pragma once

#include "core/config/fields.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// The options of all tasks in the order in which TaskConfig declares them; points into `config`. Their
/// section is "task".
Fields task_fields(TaskConfig& config);

/// The options that the task config.name uses. Throws std::invalid_argument with near names for an unknown
/// one.
Fields used_task_fields(TaskConfig& config);

/// The others, which validate() wants as they usually are.
std::vector<IdleOption> idle_task_options(TaskConfig& config);

/// Checks every option, that none is set which the task does not use, and how they fit together. Throws
/// std::invalid_argument that names the field, the value and what is allowed.
void validate(const TaskConfig& config);

}  // namespace attnlab
