// An exercise in the text: what is asked, the form of its answer, and what became of it.
#pragma once

#include "app/lessons/lesson.h"
#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// The part of an exercise among those of its step.
struct ExercisePlace {
  bool takes_digits = false;  ///< the keys 1 to 9 choose its options
  bool is_next = false;       ///< the first that is neither done nor skipped
  bool more_follows = false;  ///< once it is answered or skipped
};

/// Draws it at the cursor. Script names: lesson.ID.give,
/// lesson.ID.skip, lesson.ID.hint, lesson.ID.show, lesson.ID.solve, lesson.ID.retry, and those of its form.
void draw_exercise(const ViewModel& model, const Exercise& exercise, ExercisePlace place, const Emit& emit);

/// Whether it has options that keys can choose, and waits for an answer.
bool waits_for_choice(const LessonView& view, const Exercise& exercise);

/// Whether nothing is left to do for it.
bool is_settled(const LessonView& view, const Exercise& exercise);

}  // namespace attnlab
