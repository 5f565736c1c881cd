// The step of the lesson on screen: its text, exercises and figures.
#pragma once

#include <span>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Blocks of one step that are drawn below each other.
using StepBlocks = std::vector<const LessonBlock*>;

/// What a learner sees of the step: up to the first prediction that waits for an answer, without setups, and
/// without notes unless for a teacher.
StepBlocks shown_blocks(const LessonView& view);

/// Draws them at the cursor. `first_link` numbers the links in the text; returns the number after the last.
int draw_step_blocks(const ViewModel& model, const StepBlocks& blocks, int first_link, const Emit& emit);

/// Whether every exercise of the step is done or was skipped.
bool step_is_settled(const LessonView& view);
/// The exercise whose options the keys 1 to 9 choose: the first that waits; null where none does.
const Exercise* exercise_with_digits(const LessonView& view);
/// Whether the step has exercises that are answered in the panel, before and after the answer.
bool step_asks(const LessonView& view);

}  // namespace attnlab
