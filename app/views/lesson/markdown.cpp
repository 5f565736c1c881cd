// Reads short texts as the lesson's own text is read.
#include "app/views/lesson/markdown.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "app/lessons/prose.h"
#include "app/views/frame/dialogs.h"
#include "app/widgets/base/glossary.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

struct LinkKind {
  std::string_view start;
  std::string (*tip)(const std::string& rest);
  void (*follow)(const std::string& rest, const Lesson& lesson, const Emit& emit);
};

std::string tip_of_command(const std::string& command) { return command; }
void follow_command(const std::string& text, const Lesson&, const Emit& emit) {
  const Command command = parse_command(text);
  Command wish{"lesson.do", {command.verb}};
  wish.arguments.insert(wish.arguments.end(), command.arguments.begin(), command.arguments.end());
  emit(wish);
}

std::string tip_of_term(const std::string& name) {
  const Term* const term = find_term(name);
  return term ? std::string(term->name) + ": " + std::string(term->definition) : name;
}
void follow_term(const std::string& name, const Lesson&, const Emit&) { show_term(name); }

std::string tip_of_step(const std::string& step) { return tr("Step {1}", step); }
void follow_step(const std::string& step, const Lesson& lesson, const Emit& emit) {
  const auto titled = std::ranges::find(lesson.steps, step, &LessonStep::title);
  emit({"lesson.to",
        {titled == lesson.steps.end() ? step : std::to_string(titled - lesson.steps.begin() + 1)}});
}

std::string tip_of_lesson(const std::string& id) { return tr("Lesson {1}", id); }
void follow_lesson(const std::string& id, const Lesson&, const Emit& emit) { emit({"lesson.open", {id}}); }

constexpr LinkKind kLinkKinds[] = {{"do:", tip_of_command, follow_command},
                                   {"term:", tip_of_term, follow_term},
                                   {"step:", tip_of_step, follow_step},
                                   {"lesson:", tip_of_lesson, follow_lesson}};

const LinkKind* link_kind(const std::string& link) {
  const auto found =
      std::ranges::find_if(kLinkKinds, [&](const LinkKind& kind) { return link.starts_with(kind.start); });
  return found == std::end(kLinkKinds) ? nullptr : &*found;
}

std::string rest_of(const std::string& link, const LinkKind& kind) { return link.substr(kind.start.size()); }

}  // namespace

LinkWords lesson_link_words(const std::string& link) {
  const LinkKind* const kind = link_kind(link);
  if (!kind) return {.pressed = false, .tip = link};
  return {.pressed = true, .tip = kind->tip(rest_of(link, *kind))};
}

void follow_lesson_link(const std::string& link, const Lesson& lesson, const Emit& emit) {
  if (const LinkKind* const kind = link_kind(link)) kind->follow(rest_of(link, *kind), lesson, emit);
}

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
