// attention-lab lesson: lists and checks lessons, and prepares them for a class.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/print.h"
#include "app/base/text_table.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/lesson/check.h"
#include "app/cli/lesson/pack.h"
#include "app/cli/lesson/print.h"
#include "app/cli/lesson/release.h"
#include "app/cli/subcommands.h"
#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "core/config/rows.h"
#include "core/io/files/csv_lines.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// "  7": as wide as the numbers of minutes of other lessons.
std::string padded_number(int number) {
  const std::string text = std::to_string(number);
  return std::string(text.size() < 3 ? 3 - text.size() : 0, ' ') + text;
}

int list_lessons(const LessonOptions& o) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& lesson : builtin_lessons()) {
    if (!o.json)
      std::printf("%-20s %s  %s\n", lesson->id.c_str(), tr("{1} min", padded_number(lesson->minutes)).c_str(),
                  lesson->question.c_str());
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

/// "no problems", "1 problem", "3 problems".
std::string problem_count(std::size_t problems) {
  if (problems == 0) return tr("no problems");
  return tr_plural("{1} problem", "{1} problems", static_cast<std::int64_t>(problems),
                   std::to_string(problems));
}

std::vector<LessonReading> chosen(const LessonOptions& o) {
  std::vector<LessonReading> lessons;
  if (o.lessons.empty())
    for (const auto& lesson : builtin_lessons()) lessons.push_back({*lesson, {}});
  for (const std::string& name : o.lessons) lessons.push_back(read_named_lesson(name));
  return lessons;
}

/// Prints all problems of a file that cannot be read as a lesson; returns their number.
std::size_t list_faults(const LessonReading& reading) {
  const std::vector<std::string> problems = reading_problems(reading);
  for (const std::string& problem : problems) std::fprintf(stderr, "%s\n", problem.c_str());
  print(tr_plural("{1}: {2} problem; its steps are played once it is corrected",
                  "{1}: {2} problems; its steps are played once these are corrected",
                  static_cast<std::int64_t>(problems.size()), reading.lesson.file,
                  std::to_string(problems.size())) +
        "\n");
  std::fflush(stdout);
  return problems.size();
}

/// Prints what was found about a lesson with one seed; returns how many problems there are.
std::size_t check_one(const Lesson& lesson, int seed, const LessonOptions& o) {
  LessonCheck check = check_lesson(lesson, seed);
  if (o.strict)
    for (const std::string& missing : missing_from(lesson)) check.problems.push_back(missing);
  for (const std::string& problem : check.problems) std::fprintf(stderr, "%s\n", problem.c_str());
  std::printf("%-20s ", lesson.id.c_str());
  print(tr("seed {1}: {2} steps, {3} exercises, {4} s", std::to_string(seed), std::to_string(check.steps),
           std::to_string(check.exercises), number_cell(check.seconds, 1)) +
        ", " + problem_count(check.problems.size()) + "\n");
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
  throw std::runtime_error(tr_plural("{1} problem in the lessons, named above",
                                     "{1} problems in the lessons, named above",
                                     static_cast<std::int64_t>(problems), std::to_string(problems)));
}

/// One table of the answers of a class, as CSV.
int collect_answers(const LessonOptions& o) {
  if (o.lessons.empty())
    throw std::invalid_argument(tr("collect needs the files of answers: lesson collect *.json"));
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

/// An action of the subcommand.
struct LessonVerb {
  std::string_view name, sentence;
  int (*run)(const LessonOptions& options);
};

constexpr LessonVerb kVerbs[] = {
    {"list", tr_mark("the lessons of the program"), list_lessons},
    {"collect", tr_mark("the answers of a class, one FILE.json each, as one CSV table"), collect_answers},
    {"check", tr_mark("play lessons without a window, with correct and incorrect answers"), check_lessons},
    {"release", tr_mark("a copy without solutions and notes, of one lesson or of all lessons in a folder"),
     release_lesson},
    {"pack", tr_mark("a lesson and the files that it reads as one file, from its folder"), pack_lesson},
    {"print", tr_mark("a handout in Markdown with figures"), print_lesson},
};

Action declare_lesson(CLI::App& command) {
  const auto options = std::make_shared<LessonOptions>();
  std::string verbs;
  for (const LessonVerb& verb : kVerbs)
    verbs += (verbs.empty() ? "" : "; ") + std::string(verb.name) + ": " + std::string(tr(verb.sentence));
  command.add_option("DEED", options->verb, verbs)->required();
  command.add_option(
      "LESSON", options->lessons,
      tr("IDs or files; without one, all lessons of the program. For collect: files of answers"));
  command
      .add_option("--seeds", options->seeds,
                  tr("Seeds of the models, such as 1,2,3; without them, the seed of each lesson"))
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag(
      "--strict", options->strict,
      tr("Also require what a lesson of the program must have: question, sources, predictions, a why"));
  command.add_option("--seed", options->seed,
                     tr("For print: the seed of the model, which also shuffles options"));
  command.add_flag("--answers", options->answers, tr("For print: with the correct answers, for the teacher"));
  command.add_flag("--released", options->released, tr("For pack: without solutions, as release makes it"));
  command.add_option("--out", options->out, tr("Where to write: a file or a folder"))->type_name("PLACE");
  command.add_flag("--json", options->json, tr("Print JSON"));
  command.footer(help_end({},
                          "  attention-lab lesson list\n"
                          "  attention-lab lesson check mine.md --seeds 1,2,3\n"
                          "  attention-lab lesson release mine.md --out students.md\n"
                          "  attention-lab lesson pack my-lesson --out my.lesson\n"
                          "  attention-lab lesson print mine.md --answers --out handout\n"
                          "  attention-lab lesson collect answers/*.json > class.csv"));
  return [options] { return row_named(kVerbs, "action", options->verb).run(*options); };
}

}  // namespace

extern const Subcommand kLessonSubcommand = {
    .name = "lesson",
    .sentence = tr_mark("List and check lessons; release, pack and print them for a class"),
    .declare = declare_lesson};

}  // namespace attnlab
