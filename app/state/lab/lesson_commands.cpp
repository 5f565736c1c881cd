// Which commands a lesson may use.
#include "app/state/lab/lesson_commands.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "app/state/commands/dispatcher.h"
#include "app/state/views/view_list.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

/// Verbs, and beginnings of verbs that end in a dot. A command that is not here is refused.
constexpr std::string_view kAllowed[] = {
    "run.of",         "train.",
    "select.",        "query.",
    "key.",           "head.",
    "layer.",         "stage.",
    "walk.",          "inspect",
    "inspect.",       "text.",
    "edit",           "edit.",
    "weight",         "attention.",
    "probe.",         "vectors.",
    "contributions.", "expert.",
    "residual.",      "patch.",
    "neuron.",        "time.",
    "unit.",          "pad.",
    "attribution.",   "compare.",
    "side",           "experiment",
    "branch",         "pin",
    "timeline.to",    "timeline.newest",
    "timeline.next",  "timeline.previous",
    "timeline.play",  "timeline.pace",
    "view",           "view.beside",
    "choose",         "tiles.",
    "cost.",          "tokens.",
    "alignment.",     "hand.",
    "landscape.",     "map.",
    "model.set",      "model.discard",
    "matrix.",        "panel",
    "models.run",     "models.none",
    "run.show",       "sweep",
    "sweep.",         "undo",
    "redo",           "state.reset",
};

/// What of these is refused all the same: it would change files, or the clipboard.
constexpr std::string_view kRefused[] = {"hand.copy"};

/// Checks a link, "do:COMMAND".
void check_link(const std::string& link) {
  constexpr std::string_view kDo = "do:";
  if (link.starts_with(kDo)) check_command(parse_command(std::string_view(link).substr(kDo.size())));
}

void check_spans(const Spans& spans) {
  for (const Span& span : spans) check_link(span.link);
}

void check_lines(const std::vector<std::string>& commands) {
  for (const std::string& line : commands) check_command(parse_command(line));
}

struct BlockCheck {
  int* line;

  void operator()(const Prose& prose) const {
    check_spans(prose.spans);
    for (const auto& row : prose.rows)
      for (const Spans& cell : row) check_spans(cell);
  }
  void operator()(const Setup& setup) const {
    *line = setup.line;
    check_lines(setup.commands);
  }
  void operator()(const Exercise& exercise) const {
    *line = exercise.line;
    check_spans(exercise.ask);
    check_lines(exercise.then);
    check_lines(exercise.solve);
  }
  void operator()(const LessonFigure& figure) const {
    *line = figure.line;
    if (!figure.view.empty()) view_kind(figure.view);
  }
};

}  // namespace

bool is_for_lessons(std::string_view verb) {
  if (std::ranges::find(kRefused, verb) != std::end(kRefused)) return false;
  return std::ranges::any_of(kAllowed, [&](std::string_view entry) {
    return entry.ends_with('.') ? verb.starts_with(entry) : verb == entry;
  });
}

void check_command(const Command& command) {
  std::vector<std::string> verbs;
  bool known = false;
  for (const CommandInfo& info : Dispatcher::commands()) {
    verbs.emplace_back(info.verb);
    known = known || info.verb == command.verb;
  }
  if (!known)
    throw std::invalid_argument("there is no command " + command.verb + did_you_mean(command.verb, verbs));
  if (!is_for_lessons(command.verb))
    throw std::invalid_argument("a lesson may not use the command " + command.verb +
                                ": it may neither touch files and settings nor end the program");
}

void check_commands(const Lesson& lesson) {
  for (const LessonStep& step : lesson.steps) {
    int line = step.line;
    try {
      for (const LessonBlock& block : step.blocks) std::visit(BlockCheck{&line}, block);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(lesson.file + ":" + std::to_string(line) + ": " + error.what());
    }
  }
}

}  // namespace attnlab
