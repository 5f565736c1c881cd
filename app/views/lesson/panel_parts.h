// The parts of a lesson's panel around the text.
#pragma once

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Title, place in the lesson, a dot for each step, menu and close button. Script names: lesson.step.N (N
/// from 1), lesson.menu, lesson.close.
void draw_lesson_header(const ViewModel& model, const Emit& emit);

/// The same in one line, with the buttons below.
void draw_lesson_line(const ViewModel& model, const Emit& emit);

/// The teacher's line, what is being set, what went wrong, and the way back to the lesson, where there is any
/// of them. Script name: lesson.again.
void draw_lesson_state(const ViewModel& model, const Emit& emit);

/// Back and next. Script names: lesson.back, lesson.next.
void draw_lesson_buttons(const ViewModel& model, float width, const Emit& emit);

/// Sends what goes on from this step: to the next one, or out of the last.
void go_on(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
