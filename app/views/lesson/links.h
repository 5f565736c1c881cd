// Links in a lesson's text: what each does.
#pragma once

#include <string>

#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/widgets/rich_text/rich_text.h"

namespace attnlab {

/// Whether a link does something, and what its tooltip says.
LinkWords lesson_link_words(const std::string& link);

/// Does what a link says: "do:COMMAND", "term:NAME", "step:N" or "step:TITLE" of this lesson, or
/// "lesson:ID". Nothing for
/// others: no address is opened.
void follow_lesson_link(const std::string& link, const Lesson& lesson, const Emit& emit);

}  // namespace attnlab
