// The rows of all tasks.
#pragma once

#include <span>
#include <string_view>

#include "core/tasks/base/task_kind.h"

namespace attnlab {

/// In the order in which their names are shown.
std::span<const TaskKind> task_kinds();
/// Throws std::invalid_argument with near names.
const TaskKind& task_kind(std::string_view name);
/// The task that learns from such data of the user's own.
const TaskKind& task_of_own(OwnData data);

}  // namespace attnlab
