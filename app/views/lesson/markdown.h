// Short texts of lessons, which may have looks too.
#pragma once

#include <string>
#include <vector>

#include "app/base/prose.h"
#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {

/// The text as blocks; as one plain paragraph where it is none that a lesson may have.
std::vector<Prose> markdown(const std::string& text);

/// Draws the text with its links at the cursor; `id` is unique in the window.
void draw_markdown(const std::string& id, const std::string& text, const Lesson& lesson, const Emit& emit);

/// Whether a link does something, and what its tooltip says.
LinkWords lesson_link_words(const std::string& link);

/// Does what a link says: "do:COMMAND", "term:NAME", "step:N" or "step:TITLE" of this lesson, or
/// "lesson:ID". Nothing for
/// others: no address is opened.
void follow_lesson_link(const std::string& link, const Lesson& lesson, const Emit& emit);

}  // namespace attnlab
