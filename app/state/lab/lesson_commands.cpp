// Which commands a lesson may use.
#include "app/state/lab/lesson_commands.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "app/lessons/catalog.h"
#include "app/lessons/pack.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/views/view_list.h"
#include "core/config/nearest.h"
#include "core/tasks/text/corpus.h"

namespace attnlab {

namespace {

/// Verbs, and beginnings of verbs that end in a dot. A command that is not here is refused.
constexpr std::string_view kAllowed[] = {
    "run.of",         "run.saved",
    "picture.open",   "train.",
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

/// An argument by which a command reads a file or a folder.
struct FileArgument {
  std::string_view verb;
  std::string_view begins;  ///< of an option, "corpus="; "": the first argument
  bool built_in = false;    ///< it may be the name of a text of the program
};

/// A command reads files by these alone, and a lesson may name none but its own.
constexpr FileArgument kFileArguments[] = {
    {"run.of", "corpus=", true},    {"run.of", "task.corpus=", true},
    {"run.of", "folder="},          {"run.of", "task.folder="},
    {"sweep", "corpus=", true},     {"sweep", "task.corpus=", true},
    {"sweep", "folder="},           {"sweep", "task.folder="},
    {"run.saved", "corpus=", true}, {"run.saved", ""},
    {"picture.open", ""},
};

constexpr std::string_view kOwn = "file:";

/// The file that an argument names; nothing where it names none.
std::optional<std::string_view> file_named(const Command& command, std::size_t argument,
                                           const FileArgument& row) {
  const std::string_view text = command.arguments[argument];
  if (command.verb != row.verb || !text.starts_with(row.begins)) return {};
  if (row.begins.empty() && argument > 0) return {};
  const std::string_view name = text.substr(row.begins.size());
  if (row.built_in && std::ranges::count(built_in_corpora(), name) > 0) return {};
  return name;
}

/// The path of one of the lesson's own files.
std::string own_path(std::string_view named, const Lesson& lesson) {
  if (!named.starts_with(kOwn))
    throw std::invalid_argument(
        "a lesson may read none but its own files, which stand beside it: write file:NAME");
  const std::string name(named.substr(kOwn.size()));
  if (const std::string problem = path_problem(name); !problem.empty()) throw std::invalid_argument(problem);
  const std::filesystem::path place = std::filesystem::path(lesson.folder) / name;
  std::error_code error;
  if (lesson.folder.empty() || !std::filesystem::exists(place, error))
    throw std::invalid_argument("there is no " + name + " beside the lesson");
  return place.string();
}

/// Calls `visit` with each argument that names a file: the command's, its place, and how it begins.
template <typename Visit>
void each_file(const Command& command, Visit visit) {
  for (std::size_t i = 0; i < command.arguments.size(); ++i)
    for (const FileArgument& row : kFileArguments)
      if (const auto named = file_named(command, i, row)) visit(i, row.begins, std::string(*named));
}

/// All commands of a lesson, with their lines in the file.
template <typename Visit>
struct BlockCommands {
  int* line;
  Visit visit;

  void operator()(const Prose& prose) const {
    spans(prose.spans);
    for (const auto& row : prose.rows)
      for (const Spans& cell : row) spans(cell);
  }
  void operator()(const Setup& setup) const {
    *line = setup.line;
    lines(setup.commands);
  }
  void operator()(const Exercise& exercise) const {
    *line = exercise.line;
    spans(exercise.ask);
    lines(exercise.then);
    lines(exercise.solve);
  }
  void operator()(const LessonFigure& figure) const { *line = figure.line; }

 private:
  void spans(const Spans& all) const {
    constexpr std::string_view kDo = "do:";
    for (const Span& span : all)
      if (span.link.starts_with(kDo)) visit(parse_command(std::string_view(span.link).substr(kDo.size())));
  }
  void lines(const std::vector<std::string>& commands) const {
    for (const std::string& text : commands) visit(parse_command(text));
  }
};

/// A link to another lesson must lead to one of the program, or to this one.
void check_lesson_links(const Spans& spans, const Lesson& lesson) {
  constexpr std::string_view kLesson = "lesson:";
  for (const Span& span : spans)
    if (span.link.starts_with(kLesson) && span.link.substr(kLesson.size()) != lesson.id)
      builtin_lesson(span.link.substr(kLesson.size()));
}

void check_names(const LessonBlock& block, const Lesson& lesson) {
  if (const auto* const figure = std::get_if<LessonFigure>(&block); figure && !figure->view.empty())
    view_kind(figure->view);
  if (const auto* const exercise = std::get_if<Exercise>(&block)) check_lesson_links(exercise->ask, lesson);
  if (const auto* const prose = std::get_if<Prose>(&block)) {
    check_lesson_links(prose->spans, lesson);
    for (const auto& row : prose->rows)
      for (const Spans& cell : row) check_lesson_links(cell, lesson);
  }
}

/// Calls `visit` with each command. Its errors are told with file and line.
template <typename Visit>
void each_command(const Lesson& lesson, Visit visit) {
  for (const LessonStep& step : lesson.steps) {
    int line = step.line;
    try {
      for (const LessonBlock& block : step.blocks) {
        std::visit(BlockCommands<Visit>{&line, visit}, block);
        check_names(block, lesson);
      }
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(lesson.file + ":" + std::to_string(line) + ": " + error.what());
    }
  }
}

}  // namespace

bool is_for_lessons(std::string_view verb) {
  if (std::ranges::find(kRefused, verb) != std::end(kRefused)) return false;
  return std::ranges::any_of(kAllowed, [&](std::string_view entry) {
    return entry.ends_with('.') ? verb.starts_with(entry) : verb == entry;
  });
}

void check_command(const Command& command, const Lesson& lesson) {
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
  with_own_files(command, lesson);
}

Command with_own_files(Command command, const Lesson& lesson) {
  const Command read = command;
  each_file(read, [&](std::size_t argument, std::string_view begins, const std::string& named) {
    command.arguments[argument] = std::string(begins) + own_path(named, lesson);
  });
  return command;
}

std::vector<std::string> own_files(const Lesson& lesson) {
  std::vector<std::string> names;
  each_command(lesson, [&](const Command& command) {
    each_file(command, [&](std::size_t, std::string_view, const std::string& named) {
      own_path(named, lesson);
      const std::string name = named.substr(kOwn.size());
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    });
  });
  return names;
}

void check_commands(const Lesson& lesson) {
  each_command(lesson, [&](const Command& command) { check_command(command, lesson); });
}

}  // namespace attnlab
