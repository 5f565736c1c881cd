// The list of lessons: each with the question that it answers. Script names: lessons.ID.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// True when a lesson was chosen.
bool draw_lesson_list(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
