// Lesson faults: what the texts of a lesson name and the window cannot show.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/fault.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Links to terms that the glossary has not, and to steps that the lesson has not; formulas that cannot be
/// set.
LessonFaults text_faults(const Lesson& lesson);

/// Why nobody finds the widget in the window as `model` has it: "no widget x is on screen; did you mean y";
/// "" where it is drawn, in sight or scrolled away. Draws the window off-screen: call it when
/// draw_offscreen() may be called.
std::string widget_fault(const ViewModel& model, const std::string& widget);

}  // namespace attnlab
