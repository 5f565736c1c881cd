// Reads short texts as the lesson's own text is read.
#include "app/views/lesson/markdown.h"

#include <stdexcept>

#include "app/lessons/prose.h"
#include "app/views/lesson/links.h"

namespace attnlab {

std::vector<Prose> markdown(const std::string& text) {
  try {
    return read_prose(text);
  } catch (const std::invalid_argument&) {
    return {{.spans = {{.text = text}}}};
  }
}

void draw_markdown(const std::string& id, const std::string& text, const Lesson& lesson, const Emit& emit) {
  const RichTextResult drawn =
      rich_text(id.c_str(), markdown(text), {.target = id, .words = lesson_link_words});
  follow_lesson_link(drawn.clicked, lesson, emit);
}

}  // namespace attnlab
