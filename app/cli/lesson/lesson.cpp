// lesson: lists and checks lessons, and makes of them what a class needs.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/cli/json_lines.h"
#include "app/cli/lesson/check.h"
#include "app/cli/lesson/pack.h"
#include "app/cli/lesson/print.h"
#include "app/cli/lesson/release.h"
#include "app/cli/subcommands.h"
#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "core/config/number_text.h"
#include "core/config/rows.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

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
  if (o.json) print_json_object(all, 2);
  return kDone;
}

std::vector<LessonReading> chosen(const LessonOptions& o) {
  std::vector<LessonReading> lessons;
  if (o.lessons.empty())
    for (const auto& lesson : builtin_lessons()) lessons.push_back({*lesson, {}});
  for (const std::string& name : o.lessons) lessons.push_back(read_named_lesson(name));
  return lessons;
}

/// Prints all that is wrong with a file that cannot be read as a lesson; returns how many problems there are.
std::size_t list_faults(const LessonReading& reading) {
  const std::vector<std::string> problems = reading_problems(reading);
  for (const std::string& problem : problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::printf("%s: %s; its steps are played once these are corrected\n", reading.lesson.file.c_str(),
              count_text(problems.size(), "problem").c_str());
  std::fflush(stdout);
  return problems.size();
}

/// Prints what was found about a lesson with one seed; returns how many problems there are.
std::size_t check_one(const Lesson& lesson, int seed, const LessonOptions& o) {
  LessonCheck check = check_lesson(lesson, seed);
  if (o.strict)
    for (const std::string& missing : missing_from(lesson)) check.problems.push_back(missing);
  for (const std::string& problem : check.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::printf("%-20s seed %d: %d steps, %d exercises, %.1f s, %s\n", lesson.id.c_str(), seed, check.steps,
              check.exercises, check.seconds,
              check.problems.empty() ? "no problem" : count_text(check.problems.size(), "problem").c_str());
  std::fflush(stdout);
  return check.problems.size();
}

int check_lessons(const LessonOptions& o) {
  std::size_t problems = 0;
  for (const LessonReading& reading : chosen(o)) {
    if (!reading.faults.empty()) {
      problems += list_faults(reading);
      continue;
    }
    const std::vector<int> seeds = o.seeds.empty() ? std::vector<int>{reading.lesson.seed} : o.seeds;
    for (const int seed : seeds) problems += check_one(reading.lesson, seed, o);
  }
  if (problems == 0) return kDone;
  throw std::runtime_error(count_text(problems, "problem") + " in the lessons, named above");
}

/// One table of the answers of a class, as CSV.
int collect_answers(const LessonOptions& o) {
  if (o.lessons.empty())
    throw std::invalid_argument("collect needs the files of answers: lesson collect *.json");
  std::vector<LearnersSheet> sheets;
  for (const std::string& file : o.lessons)
    sheets.push_back({std::filesystem::path(file).stem().string(), load_sheet(file)});
  for (const auto& row : collected_answers(sheets)) {
    std::string line;
    for (const std::string& cell : row) line += (line.empty() ? "" : ",") + csv_field(cell);
    std::printf("%s\n", line.c_str());
  }
  return kDone;
}

/// What can be done with lessons.
struct LessonVerb {
  std::string_view name, sentence;
  int (*run)(const LessonOptions& options);
};

constexpr LessonVerb kVerbs[] = {
    {"list", "the lessons of the program", list_lessons},
    {"collect", "the answers of a class, FILE.json each, as one CSV table", collect_answers},
    {"check", "play lessons without a window, with right and wrong answers", check_lessons},
    {"release", "a copy without solutions and notes, of a lesson or of all in a folder", release_lesson},
    {"pack", "a lesson and the files that it reads as one file, from its folder", pack_lesson},
    {"print", "a handout, Markdown with figures", print_lesson},
};

Action declare_lesson(CLI::App& command) {
  const auto options = std::make_shared<LessonOptions>();
  std::string verbs;
  for (const LessonVerb& verb : kVerbs)
    verbs += (verbs.empty() ? "" : "; ") + std::string(verb.name) + ": " + std::string(verb.sentence);
  command.add_option("DEED", options->verb, verbs)->required();
  command.add_option("LESSON", options->lessons,
                     "Ids or files; without one, all lessons of the program. To collect: files of answers");
  command
      .add_option("--seeds", options->seeds, "Seeds of the models, as 1,2,3; without them, each lesson's own")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag(
      "--strict", options->strict,
      "Also ask for what a lesson of the program must have: question, sources, predictions, a why");
  command.add_option("--seed", options->seed,
                     "Of a handout: the seed of its model, which also shuffles options");
  command.add_flag("--answers", options->answers, "Of a handout: with the right answers, for the teacher");
  command.add_flag("--released", options->released, "Of a pack: without solutions, as release makes it");
  command.add_option("--out", options->out, "Where to write: a file or a folder")->type_name("PLACE");
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Examples:\n"
      "  attention-lab lesson list\n"
      "  attention-lab lesson check mine.md --seeds 1,2,3\n"
      "  attention-lab lesson release mine.md --out students.md\n"
      "  attention-lab lesson pack my-lesson --out my.lesson\n"
      "  attention-lab lesson print mine.md --answers --out handout\n"
      "  attention-lab lesson collect answers/*.json > class.csv");
  return [options] { return row_named(kVerbs, "deed", options->verb).run(*options); };
}

}  // namespace

extern const Subcommand kLessonSubcommand = {
    .name = "lesson",
    .sentence = "List and check lessons; release, pack and print them for a class",
    .declare = declare_lesson};

}  // namespace attnlab
