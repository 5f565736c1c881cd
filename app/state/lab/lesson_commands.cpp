// Commands in lessons: whether they may be sent, and the files that they read.
#include "app/state/lab/lesson_commands.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "app/feature/features.h"
#include "app/lessons/block_texts.h"
#include "app/lessons/catalog.h"
#include "app/lessons/pack.h"
#include "app/state/commands/dispatcher.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/tasks/task_kinds.h"
#include "core/tasks/text/corpus.h"

namespace attnlab {

namespace {

/// The row of a command; null where none is known.
const CommandInfo* info_of(std::string_view verb) {
  const std::span<const CommandInfo> all = Dispatcher::commands();
  const auto found = std::ranges::find(all, verb, &CommandInfo::verb);
  return found == all.end() ? nullptr : &*found;
}

/// Who may send a command beside the user; nobody a command that is not known.
Sender sender_of(std::string_view verb) {
  const CommandInfo* const info = info_of(verb);
  return info ? info->sender : Sender::User;
}

constexpr std::string_view kOwn = "file:";

/// Whether an argument sets an option, with or without its section: "corpus=…", "task.corpus=…".
bool sets_option(std::string_view argument, std::string_view name) {
  constexpr std::string_view kSection = "task.";
  if (argument.starts_with(kSection)) argument.remove_prefix(kSection.size());
  return argument.starts_with(name) && argument.substr(name.size()).starts_with('=');
}

/// What of the user's own an argument of an option names.
OwnData read_by_option(std::string_view argument) {
  for (const TaskKind& kind : task_kinds())
    for (const TaskOption& option : kind.options)
      if (option.reads != OwnData::None && sets_option(argument, option.name)) return option.reads;
  return OwnData::None;
}

/// Where the name of a file begins in an argument; nothing where the argument names none.
std::optional<std::size_t> file_at(ReadArguments reads, std::size_t place, std::string_view argument) {
  if (reads.first && place == 0) return 0;
  if (!reads.of_tasks) return {};
  const OwnData data = read_by_option(argument);
  if (data == OwnData::None) return {};
  const std::size_t begin = argument.find('=') + 1;
  const bool built_in =
      data == OwnData::Text && std::ranges::count(built_in_corpora(), argument.substr(begin)) > 0;
  return built_in ? std::optional<std::size_t>() : begin;
}

/// The path of one of the lesson's own files.
std::string own_path(std::string_view named, const Lesson& lesson) {
  if (!named.starts_with(kOwn))
    throw std::invalid_argument(
        tr("a lesson may read only its own files, which are in the folder of the lesson: write file:NAME"));
  const std::string name(named.substr(kOwn.size()));
  if (const std::string problem = path_problem(name); !problem.empty()) throw std::invalid_argument(problem);
  const std::filesystem::path place = std::filesystem::path(lesson.folder) / name;
  std::error_code error;
  if (lesson.folder.empty() || !std::filesystem::exists(place, error))
    throw std::invalid_argument(tr("{1} is not in the folder of the lesson", name));
  return place.string();
}

/// Calls `visit` with each argument that names a file: the command's, its place, and how it begins.
template <typename Visit>
void each_file(const Command& command, Visit visit) {
  const CommandInfo* const info = info_of(command.verb);
  if (!info) return;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const std::string& argument = command.arguments[i];
    if (const auto begin = file_at(info->reads, i, argument))
      visit(i, argument.substr(0, *begin), argument.substr(*begin));
  }
}

/// What a link leads to behind `begin`; nothing for links of other kinds.
std::optional<std::string_view> linked(const Span& span, std::string_view begin) {
  if (!span.link.starts_with(begin)) return {};
  return std::string_view(span.link).substr(begin.size());
}

/// A link to another lesson must lead to one of the program, or to this one.
void check_lesson_link(const Span& span, const Lesson& lesson) {
  const auto id = linked(span, "lesson:");
  if (id && *id != lesson.id) builtin_lesson(std::string(*id));
}

/// Calls `visit` with each command of a block. What it throws becomes a fault.
template <typename Visit>
class BlockCommands {
 public:
  BlockCommands(const Lesson& lesson, Visit visit, LessonFaults& faults)
      : lesson_(lesson), visit_(visit), faults_(faults) {}

  void each(const LessonBlock& block) {
    std::visit(*this, block);
    for (const BlockText& text : texts_of(block))
      for (const Span& span : text.spans)
        at_line(text.line, [&] {
          check_lesson_link(span, lesson_);
          if (const auto command = linked(span, "do:")) visit_(parse_command(*command));
        });
  }

  void operator()(const Prose&) {}
  void operator()(const Setup& setup) { lines(setup.line, setup.commands); }
  void operator()(const Exercise& exercise) {
    lines(exercise.line, exercise.then);
    lines(exercise.line, exercise.solve);
    if (!exercise.show_in.empty()) at_line(exercise.line, [&] { find_feature(exercise.show_in); });
  }
  void operator()(const LessonFigure& figure) {
    if (!figure.view.empty()) at_line(figure.line, [&] { find_feature(figure.view); });
  }

 private:
  template <typename Deed>
  void at_line(int line, Deed deed) {
    note_fault(faults_, line, deed);
  }
  void lines(int line, const std::vector<std::string>& commands) {
    for (const std::string& text : commands) at_line(line, [&] { visit_(parse_command(text)); });
  }

  const Lesson& lesson_;
  Visit visit_;
  LessonFaults& faults_;
};

template <typename Visit>
LessonFaults each_command(const Lesson& lesson, Visit visit) {
  LessonFaults faults;
  BlockCommands<Visit> commands(lesson, visit, faults);
  for (const LessonStep& step : lesson.steps)
    for (const LessonBlock& block : step.blocks) commands.each(block);
  return faults;
}

}  // namespace

bool is_for_lessons(std::string_view verb) { return sender_of(verb) == Sender::Lessons; }
bool is_harmless(std::string_view verb) { return sender_of(verb) != Sender::User; }

void check_command(const Command& command, const Lesson& lesson) {
  if (!info_of(command.verb)) {
    std::vector<std::string> verbs;
    for (const CommandInfo& info : Dispatcher::commands()) verbs.emplace_back(info.verb);
    throw std::invalid_argument(tr("there is no command {1}", command.verb) +
                                did_you_mean(command.verb, verbs));
  }
  if (!is_for_lessons(command.verb))
    throw std::invalid_argument(
        tr("a lesson may not use the command {1}, because lessons cannot change files or settings, or close "
           "the program",
           command.verb));
  with_own_files(command, lesson);
}

Command with_own_files(Command command, const Lesson& lesson) {
  const Command read = command;
  each_file(read, [&](std::size_t argument, const std::string& begins, const std::string& named) {
    command.arguments[argument] = begins + own_path(named, lesson);
  });
  return command;
}

std::vector<std::string> own_files(const Lesson& lesson) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  throw_first(lesson.file, each_command(lesson, [&](const Command& command) {
                each_file(command, [&](std::size_t, const std::string&, const std::string& named) {
                  own_path(named, lesson);
                  add(named.substr(kOwn.size()));
                });
              }));
  for (const auto& [name, picture] : lesson.pictures) add(name);
  return names;
}

LessonFaults command_faults(const Lesson& lesson) {
  return each_command(lesson, [&](const Command& command) { check_command(command, lesson); });
}

void check_commands(const Lesson& lesson) { throw_first(lesson.file, command_faults(lesson)); }

}  // namespace attnlab
