// lesson: lists lessons, and checks those that somebody writes.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/lesson/check.h"
#include "app/cli/subcommands.h"
#include "app/lessons/catalog.h"
#include "core/config/rows.h"

namespace attnlab {

namespace {

struct LessonOptions {
  std::string verb;
  std::vector<std::string> lessons;
  std::vector<int> seeds;
  bool json = false, strict = false;
};

int list_lessons(const LessonOptions& o) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& lesson : builtin_lessons()) {
    if (!o.json)
      std::printf("%-20s %3d min  %s\n", lesson->id.c_str(), lesson->minutes, lesson->question.c_str());
    all.push_back({{"id", lesson->id},
                   {"title", lesson->title},
                   {"question", lesson->question},
                   {"minutes", lesson->minutes},
                   {"steps", lesson->steps.size()},
                   {"preset", lesson->preset},
                   {"sources", lesson->sources}});
  }
  if (o.json) std::printf("%s\n", all.dump(2).c_str());
  return kDone;
}

std::vector<std::shared_ptr<const Lesson>> chosen(const LessonOptions& o) {
  if (o.lessons.empty()) return builtin_lessons();
  std::vector<std::shared_ptr<const Lesson>> lessons;
  for (const std::string& name : o.lessons) lessons.push_back(open_lesson(name));
  return lessons;
}

/// Prints what was found about a lesson with one seed; returns how many problems there are.
std::size_t check_one(const Lesson& lesson, int seed, const LessonOptions& o) {
  LessonCheck check = check_lesson(lesson, seed);
  if (o.strict)
    for (const std::string& missing : missing_from(lesson)) check.problems.push_back(missing);
  for (const std::string& problem : check.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::printf(
      "%-20s seed %d: %d steps, %d exercises, %.1f s, %s\n", lesson.id.c_str(), seed, check.steps,
      check.exercises, check.seconds,
      check.problems.empty() ? "no problem" : (std::to_string(check.problems.size()) + " problems").c_str());
  std::fflush(stdout);
  return check.problems.size();
}

int check_lessons(const LessonOptions& o) {
  std::size_t problems = 0;
  for (const auto& lesson : chosen(o)) {
    const std::vector<int> seeds = o.seeds.empty() ? std::vector<int>{lesson->seed} : o.seeds;
    for (const int seed : seeds) problems += check_one(*lesson, seed, o);
  }
  if (problems == 0) return kDone;
  throw std::runtime_error(std::to_string(problems) + (problems == 1 ? " problem" : " problems") +
                           " in the lessons, named above");
}

/// What can be done with lessons.
struct LessonVerb {
  std::string_view name, sentence;
  int (*run)(const LessonOptions& options);
};

constexpr LessonVerb kVerbs[] = {
    {"list", "the lessons of the program", list_lessons},
    {"check", "play lessons without a window, with right and wrong answers", check_lessons},
};

Action declare_lesson(CLI::App& command) {
  const auto options = std::make_shared<LessonOptions>();
  std::string verbs;
  for (const LessonVerb& verb : kVerbs)
    verbs += (verbs.empty() ? "" : "; ") + std::string(verb.name) + ": " + std::string(verb.sentence);
  command.add_option("DEED", options->verb, verbs)->required();
  command.add_option("LESSON", options->lessons, "Ids or files; without one, all lessons of the program");
  command
      .add_option("--seeds", options->seeds, "Seeds of the models, as 1,2,3; without them, each lesson's own")
      ->delimiter(',');
  command.add_flag(
      "--strict", options->strict,
      "Also ask for what a lesson of the program must have: question, sources, predictions, a why");
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Examples:\n"
      "  attention-lab lesson list\n"
      "  attention-lab lesson check mine.md --seeds 1,2,3");
  return [options] { return row_named(kVerbs, "deed", options->verb).run(*options); };
}

}  // namespace

extern const Subcommand kLessonSubcommand = {.name = "lesson",
                                             .sentence = "List lessons, and check those that somebody writes",
                                             .declare = declare_lesson};

}  // namespace attnlab
