// TaskConfig as data: the table of its options, and the rules that one option alone cannot show.
#pragma once

#include "core/config/fields.h"
#include "core/tasks/task.h"

namespace attnlab {

/// Longest string of reverse, sort and copy.
inline constexpr Index kMaxStringLength = 64;

/// The options of `config` in the order in which they are shown; points into `config`. Their section is
/// "task".
Fields task_fields(TaskConfig& config);

/// Checks every option and how they fit together. Throws std::invalid_argument that names the field, the
/// value and what is allowed.
void validate(const TaskConfig& config);

}  // namespace attnlab
