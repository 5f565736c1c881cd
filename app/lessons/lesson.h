// Lesson: a text in steps, with what it sets, asks and shows, as read from its file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/base/condition.h"
#include "app/lessons/prose.h"

namespace attnlab {

struct ExerciseKind;

/// A choice of a question.
struct ExerciseOption {
  std::string text;
  /// Whether it is right: "yes", "no", or a condition on the live model.
  Condition right{};
  std::string feedback{};  ///< said when it is chosen
};

/// A question, a prediction or a task.
struct Exercise {
  const ExerciseKind* kind = nullptr;   ///< a row of exercise_kinds(); never null after reading
  std::string id;                       ///< unique within the lesson
  int line = 0;                         ///< in the file
  Spans ask;                            ///< what is asked, or what is to be brought about
  std::vector<ExerciseOption> options;  ///< of choices and orders
  Condition answer;                     ///< of numbers: an expression; of orders: of each item, in `options`
  double tolerance = 0;              ///< of numbers: absolute; of painted weights: the mean distance of a row
  std::vector<std::string> picture;  ///< of what is painted: the right rows, "100", "110", "111"
  std::vector<std::string> rows, columns;  ///< labels of what is painted
  Condition until;                         ///< of tasks
  std::vector<std::string> then;           ///< commands that show the answer, once one is given
  std::vector<std::string> solve;          ///< commands that bring a task about
  std::vector<std::string> hints;          ///< in the order in which they are given
  std::string show;                        ///< the script name of a widget to look at
  std::string show_in;                     ///< the view that draws it; "": that of the step
  std::string right, wrong;                ///< said with the verdict
  std::string because;                     ///< the explanation, after an answer
  bool withheld = false;  ///< its solutions were taken out of this copy: answers are kept, nobody judges them
  bool several = false;   ///< of withheld options: more than one may be chosen
};

/// Commands that bring the window to the state of a step.
struct Setup {
  int line = 0;
  std::vector<std::string> commands;
};

/// A part of the program, or a picture, shown within the text.
struct LessonFigure {
  int line = 0;
  std::string view;    ///< a view's name; or "" for a tensor, a plot or a picture
  std::string tensor;  ///< the name of a tensor of the pass on screen
  int head = 0;        ///< which of its matrices: the index of the last axis but two
  std::string plot;    ///< loss
  double height = 14;  ///< in ems
  std::string caption;
  std::string picture;  ///< a PNG file beside the lesson, "plots/loss.png"
  std::string words;    ///< what the picture shows
};

/// A picture in memory.
struct LessonPicture {
  int width = 0, height = 0;
  std::uint64_t version = 0;          ///< another one for other pixels
  std::vector<std::uint32_t> pixels;  ///< [height,width], red in the lowest byte, opacity in the highest
};

using LessonBlock = std::variant<Prose, Setup, Exercise, LessonFigure>;

struct LessonStep {
  std::string title;
  int line = 0;
  std::vector<LessonBlock> blocks;

  /// The step's commands, in their order.
  std::vector<std::string> setup() const;
  /// Its exercises, in their order; they live as long as the step.
  std::vector<const Exercise*> exercises() const;
};

struct Lesson {
  std::string id;  ///< letters, digits and hyphens
  std::string title;
  std::string question;  ///< that people really ask, and the lesson answers
  int version = 1;
  std::string needs;  ///< the least version of the program, "0.1"
  int minutes = 10;
  std::string language = "en";
  std::string preset;  ///< that the lesson begins with
  int seed = 1;
  std::vector<std::string> sources;  ///< papers and books
  std::vector<LessonStep> steps;
  std::string file;    ///< as named in errors
  std::string folder;  ///< where its own files are; "": it has none
  /// Those in its text, by their names.
  std::map<std::string, std::shared_ptr<const LessonPicture>> pictures{};

  /// The exercises of all steps, in their order.
  std::vector<const Exercise*> exercises() const;
  /// Null where there is no such exercise.
  const Exercise* find(std::string_view exercise) const;
};

/// Reads a lesson. Throws std::invalid_argument "FILE:LINE: what is wrong and what to do".
Lesson read_lesson(const std::string& text, const std::string& file);

/// The text of a lesson's file. Throws std::runtime_error for a file that cannot be read or is over 1 MB.
std::string lesson_source(const std::string& file);

/// Reads a lesson's file and its pictures. Throws what lesson_source(), read_lesson() and load_pictures()
/// throw.
Lesson load_lesson(const std::string& file);

/// Reads the pictures in the lesson's text from its folder. Throws std::invalid_argument "FILE:LINE: …" for
/// one that is missing, too large or no PNG.
void load_pictures(Lesson& lesson);

}  // namespace attnlab
