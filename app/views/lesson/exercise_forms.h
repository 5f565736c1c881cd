// Forms: how the answer to each kind of exercise is given, and how it is shown afterwards.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/lessons/exercise_kind.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/views/lesson/drafts.h"

namespace attnlab {

/// One exercise in a frame.
struct ExerciseFrame {
  const ViewModel& model;
  const LessonView& view;
  const Exercise& exercise;
  const Attempt& attempt;
  AnswerDraft& draft;
  const Emit& emit;
  bool takes_digits = false;  ///< the keys 1 to 9 are this exercise's
  bool is_next = false;       ///< the first of the step that is neither done nor skipped
  bool more_follows = false;  ///< once it is answered or skipped

  /// "lesson.ID.PART": the name of a widget.
  std::string name(std::string_view part) const { return "lesson." + exercise.id + "." + std::string(part); }
  std::string name(std::string_view part, std::size_t number) const {
    return name(part) + "." + std::to_string(number);
  }
};

struct ExerciseForm {
  std::string_view kind;  ///< name of the row of exercise_kinds()
  /// The controls, which change the draft. True where the learner gives the answer by them, as by Enter.
  bool (*draw)(const ExerciseFrame& frame);
  /// What is drafted; nothing while something is missing.
  std::optional<Answer> (*answer)(const ExerciseFrame& frame);
  /// The answer that was given, beside the correct one once that is known.
  void (*draw_answered)(const ExerciseFrame& frame);
  const char* give;           ///< on the button that submits the answer; messages, as below
  const char* answered;       ///< before the learner's answer
  const char* truth;          ///< before the correct answer
  const char* wrong;          ///< a wrong answer's verdict
  bool always_truth = false;  ///< the correct answer is also shown beside a correct one
  bool choices = false;       ///< with options, the keys 1 to 9 choose one
};

/// The form of a kind. Throws std::logic_error for a kind without one.
const ExerciseForm& form_of(const ExerciseKind& kind);

/// The forms, one for each row of exercise_kinds().
extern const ExerciseForm kChoiceForm, kPredictForm, kNumberForm, kOrderForm, kPaintForm, kExplainForm,
    kTaskForm;

/// "You answered: …", in lines.
void draw_answer_line(const char* id, std::string_view words, const Spans& answer);

/// True when Enter was pressed. Script name: lesson.ID.field.
bool draw_number_field(const ExerciseFrame& frame);
/// Nothing while no number is typed.
std::optional<Answer> number_answer(const ExerciseFrame& frame);

}  // namespace attnlab
