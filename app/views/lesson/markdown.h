// Short texts of lessons, which may have looks too.
#pragma once

#include <string>
#include <vector>

#include "app/base/prose.h"
#include "app/lessons/lesson.h"
#include "app/state/command.h"

namespace attnlab {

/// The text as blocks; as one plain paragraph where it is none that a lesson may have.
std::vector<Prose> markdown(const std::string& text);

/// Draws the text with its links at the cursor; `id` is unique in the window.
void draw_markdown(const std::string& id, const std::string& text, const Lesson& lesson, const Emit& emit);

}  // namespace attnlab
