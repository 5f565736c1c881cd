// Prints lessons.
#include "app/cli/lesson/print.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/base/print.h"
#include "app/cli/lesson/check.h"
#include "app/cli/studio.h"
#include "app/cli/subcommands.h"
#include "app/figure/lesson_figure.h"
#include "app/figure/png.h"
#include "app/lessons/catalog.h"
#include "app/lessons/handout.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Goes through a lesson and collects the correct answers and the figures of its model.
class LessonPrint {
 public:
  LessonPrint(std::shared_ptr<const Lesson> lesson, std::filesystem::path folder, bool answers)
      : lesson_(std::move(lesson)), folder_(std::move(folder)) {
    handout_.seed = static_cast<unsigned>(lesson_->seed);
    handout_.answers = answers;
  }

  Handout collect() {
    studio_.lab().open_lesson(lesson_);
    for (std::size_t i = 0; i < lesson_->steps.size(); ++i) collect_step(i);
    return std::move(handout_);
  }

 private:
  /// Does something; its error gets the file and the line.
  template <typename Deed>
  void told(int line, Deed deed) {
    try {
      deed();
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(lesson_->file + ":" + std::to_string(line) + ": " + error.what());
    }
  }
  void apply(int line, const std::vector<std::string>& words) {
    told(line, [&] {
      studio_.lab().apply_or_throw({words.front(), {words.begin() + 1, words.end()}});
      studio_.wait();
      const ViewModel now = studio_.view();
      if (!now.lesson->error.empty()) throw std::invalid_argument(now.lesson->error);
    });
  }

  /// Figures show what the learner sees, before any answer.
  void collect_step(std::size_t number) {
    const LessonStep& step = lesson_->steps[number];
    apply(step.line, {"lesson.to", std::to_string(number + 1)});
    for (const LessonBlock& block : step.blocks)
      if (const auto* const figure = std::get_if<LessonFigure>(&block)) draw(*figure);
    if (!handout_.answers) return;
    for (const Exercise* exercise : step.exercises())
      if (!exercise->kind->is_task() && !exercise->withheld) ask(*exercise);
  }

  void draw(const LessonFigure& figure) {
    const bool picture = !figure.picture.empty();
    const std::string name =
        lesson_->id + "-" + std::to_string(handout_.figures.size() + 1) + (picture ? ".png" : ".svg");
    told(figure.line, [&] {
      if (picture) return copy_picture(figure.picture, name);
      check_figure(studio_.view(), figure);
      save_lesson_figure(studio_.view(), figure, folder_ / name);
    });
    handout_.figures[figure.line] = name;
  }

  void copy_picture(const std::string& from, const std::string& to) const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    std::filesystem::copy_file(std::filesystem::path(lesson_->folder) / from, folder_ / to,
                               std::filesystem::copy_options::overwrite_existing, error);
    if (error)
      throw std::runtime_error(tr("{1} cannot be written: {2}", quoted(folder_ / to), error.message()));
  }

  void ask(const Exercise& asked) {
    for (const std::string& command : asked.then) apply(asked.line, lesson_do(command));
    told(asked.line, [&] {
      const ExpressionSource model = studio_.lab().expressions();
      PrintedAnswer& printed = handout_.right[asked.id];
      printed.right = asked.kind->right_answer(asked, model);
      printed.truth = asked.kind->judge(asked, printed.right, model).truth;
    });
  }

  static std::vector<std::string> lesson_do(const std::string& text) {
    const Command command = parse_command(text);
    std::vector<std::string> words{"lesson.do", command.verb};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    return words;
  }

  Studio studio_;
  std::shared_ptr<const Lesson> lesson_;
  std::filesystem::path folder_;
  Handout handout_;
};

}  // namespace

int print_lesson(const LessonOptions& options) {
  auto lesson = std::make_shared<Lesson>(*open_lesson(options.one("ID|FILE")));
  if (options.seed) lesson->seed = *options.seed;
  const std::filesystem::path folder = options.place("FOLDER");
  const Handout collected = LessonPrint(lesson, folder, options.answers).collect();
  const std::filesystem::path file = folder / (lesson->id + (options.answers ? "-answers.md" : ".md"));
  write_file(handout(*lesson, collected), file);
  const std::size_t figures = collected.figures.size();
  print(tr_plural("{1}, {2} figure", "{1}, {2} figures", static_cast<std::int64_t>(figures), file.string(),
                  std::to_string(figures)) +
        "\n");
  return kDone;
}

}  // namespace attnlab
