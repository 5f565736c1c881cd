// Progress: how far a learner has come in a lesson.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/exercise_kind.h"

namespace attnlab {

/// What became of one exercise.
struct Attempt {
  enum class State {
    Open,
    Showing,  ///< answered; its commands show what is true
    Done      ///< judged, or a task that was brought about
  };
  State state = State::Open;
  Answer answer;                       ///< the last one
  std::optional<Judgement> judgement;  ///< of the last one
  int tries = 0;
  int hints = 0;         ///< how many were given
  bool solved = false;   ///< the program did the task
  bool skipped = false;  ///< the learner went on without it
  bool looked = false;   ///< "show me where" was asked; the halo is on the widget
  double seconds = 0;    ///< on screen until it was done

  bool done() const { return state == State::Done; }
};

/// How far a learner has come.
struct Progress {
  std::size_t step = 0;
  std::map<std::string, Attempt> attempts;  ///< by the exercise's id
  std::set<std::size_t> seen;               ///< steps that were on screen
  std::map<std::size_t, double> seconds;    ///< spent on each step
};

}  // namespace attnlab
