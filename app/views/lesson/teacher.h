// What a teacher sees beside the lesson: time spent, a link to hand out, answers of the class.
#pragma once

#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// "1:05 in this step, of about 1:20", and a button. Script name: lesson.link.
void draw_teacher_line(const ViewModel& model, const Emit& emit);

/// How many of the class gave which answer; nothing where no answers are open.
void draw_class_answers(const LessonView& view, const Exercise& exercise);

}  // namespace attnlab
