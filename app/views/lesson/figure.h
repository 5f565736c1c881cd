// Figures in a lesson's text: a tensor, the loss, a view, or a picture.
#pragma once

#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Draws it over the width of the window. It shows, and takes no clicks; a view has a button that puts it on
/// the stage. Script name: lesson.figure.LINE.open, LINE the figure's in the file.
void draw_lesson_figure(const ViewModel& model, const LessonFigure& figure, const Emit& emit);

}  // namespace attnlab
