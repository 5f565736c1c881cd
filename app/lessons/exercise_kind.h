// Kinds of exercises: one row each, with its fields, its judge and what answers it can have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

/// What a learner answers: the numbers of the chosen options, from 0; a number; the order of the items;
/// painted rows; a text. As texts, one for each part.
using Answer = std::vector<std::string>;

/// How an answer was judged.
struct Judgement {
  enum class Kind {
    Right,
    Wrong,
    Noted  ///< that nobody judges but the learner, or the teacher
  };
  Kind kind = Kind::Noted;
  std::string said;   ///< feedback on this answer; may be empty
  std::string truth;  ///< the right answer, by the live model: "0.76"

  bool right() const { return kind == Kind::Right; }
};

/// Which of an exercise's fields a kind has.
enum class ExercisePart {
  Options,
  Truth,
  Tolerance,
  Picture,
  Until,
  Then,
  Solve,
  Show,
  Right,
  Wrong,
  Hint,
  Because
};

struct PrintedAnswer;

struct ExerciseKind {
  std::string_view name;   ///< "choice", as the fence says it
  std::string_view title;  ///< above it on screen: "Predict"

  std::span<const ExercisePart> needed, allowed;
  /// Throws std::invalid_argument for an exercise that makes no sense, as a choice without a right option.
  void (*check)(const Exercise& exercise);
  /// Null for tasks, which are judged by `until`. Throws std::invalid_argument for an answer without sense,
  /// and what the source throws.
  Judgement (*judge)(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);
  /// An answer that must be right, and one that must be wrong, for the check of lessons; empty: there is
  /// none.
  Answer (*right_answer)(const Exercise& exercise, const ExpressionSource& source);
  Answer (*wrong_answer)(const Exercise& exercise, const ExpressionSource& source);

  /// An answer that makes sense, right or wrong, before the model is asked; empty for tasks.
  Answer (*some_answer)(const Exercise& exercise);

  /// What a handout has below the question, as Markdown: blanks, or the answer.
  std::string (*print)(const Exercise& exercise, const PrintedAnswer& answer);

  bool is_task() const { return judge == nullptr; }
};

std::span<const ExerciseKind> exercise_kinds();

/// Whether more than one option can be chosen: the lesson says of several that they are right, whatever the
/// model.
bool takes_several(const Exercise& exercise);

/// Judges an answer by the kind's judge; one to a withheld exercise is only noted. Throws what the judge
/// throws, and std::invalid_argument for an option that is not there.
Judgement judge_answer(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);

/// The title of an answer on screen: "1.06", "the cat", of options their texts.
std::string answer_text(const Exercise& exercise, const Answer& answer);

/// The options in the order in which this learner sees them: shuffled by the exercise's id and `seed`, as
/// numbers of `options`. Of an order, never the right one at once.
std::vector<std::size_t> shuffled_options(const Exercise& exercise, unsigned seed);

}  // namespace attnlab
