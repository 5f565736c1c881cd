// TaskConfig as data: the table of its options, which task uses which, and how they fit together.
#pragma once

#include "core/config/fields.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// Longest string of the tasks that draw strings.
inline constexpr Index kMaxStringLength = 64;
/// Most tokens of a text that is drawn on the spot.
inline constexpr Index kMaxDrawnTokens = 512;

/// The options of `config` in the order in which they are shown; points into `config`. Their section is
/// "task".
Fields task_fields(TaskConfig& config);

/// Those that the task config.name uses.
Fields used_task_fields(TaskConfig& config);

/// Checks every option, that none is set which the task does not use, and how they fit together. Throws
/// std::invalid_argument that names the field, the value and what is allowed.
void validate(const TaskConfig& config);

}  // namespace attnlab
