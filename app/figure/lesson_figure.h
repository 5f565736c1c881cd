// Saves a figure of a lesson's text.
#pragma once

#include <filesystem>

#include "app/lessons/lesson.h"
#include "app/state/view_model.h"

namespace attnlab {

/// Draws the figure off-screen, as the lesson's panel shows it without its caption, and writes an SVG. Call
/// it when draw_offscreen() may be called. Throws std::invalid_argument where there is nothing to draw, and
/// std::runtime_error for a file that cannot be written.
void save_lesson_figure(const ViewModel& model, const LessonFigure& figure,
                        const std::filesystem::path& file);

}  // namespace attnlab
