// Drafts: answers that are not given yet.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

/// What the learner has chosen or typed for one exercise.
struct AnswerDraft {
  std::vector<std::size_t> chosen;  ///< numbers of options
  std::vector<std::size_t> order;   ///< all items as they stand now; empty before the first frame
  std::string text;                 ///< a number or an explanation
  std::vector<std::string> rows;    ///< painted cells, digits; empty before the first frame
  int row = 0, column = 0;          ///< the painted cell that the keyboard acts on
  char brush = 0;                   ///< what a drag paints; 0: none goes on
  int dragged = -1;                 ///< the item that is being dragged, by its number
};

/// The drafts of the window, by the ids of lesson and exercise.
struct AnswerDrafts {
  std::map<std::pair<std::string, std::string>, AnswerDraft> all;

  AnswerDraft& of(const Lesson& lesson, const Exercise& exercise) { return all[{lesson.id, exercise.id}]; }
  void forget(const Lesson& lesson, const LessonStep& step) {
    for (const Exercise* exercise : step.exercises()) all.erase({lesson.id, exercise->id});
  }
};

}  // namespace attnlab
