// Counts what a learner has done.
#include "app/lessons/tally.h"

#include <stdexcept>

#include "app/lessons/answer_sheet.h"
#include "app/lessons/catalog.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

bool is_settled(const Attempt& attempt) { return attempt.done() || attempt.skipped; }

Attempt attempt_at(const Progress& progress, const Exercise& exercise) {
  const auto found = progress.attempts.find(exercise.id);
  return found == progress.attempts.end() ? Attempt{} : found->second;
}

}  // namespace

bool was_seen(const Progress& progress, std::size_t step) {
  const auto spent = progress.seconds.find(step);
  return progress.seen.contains(step) || (spent != progress.seconds.end() && spent->second > 0);
}

LessonTally tally_of(const Lesson& lesson, const Progress& progress) {
  LessonTally tally;
  tally.steps = lesson.steps.size();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    bool settled = was_seen(progress, i);
    for (const Exercise* exercise : lesson.steps[i].exercises()) {
      const Attempt attempt = attempt_at(progress, *exercise);
      settled = settled && is_settled(attempt);
      tally.skipped += attempt.skipped && !attempt.done();
      const bool judged = attempt.done() && attempt.judgement &&
                          attempt.judgement->kind != Judgement::Kind::Noted && !exercise->kind->is_task();
      tally.answered += judged;
      tally.right += judged && attempt.judgement->right();
    }
    tally.done += settled;
  }
  return tally;
}

std::string tally_text(const LessonTally& tally) {
  std::string text = tr("{1} of {2} steps done", std::to_string(tally.done), std::to_string(tally.steps));
  if (tally.answered > 0)
    text +=
        ", " + tr("{1} of {2} answers correct", std::to_string(tally.right), std::to_string(tally.answered));
  if (tally.skipped > 0) text += ", " + tr("{1} skipped", std::to_string(tally.skipped));
  return text;
}

LessonTallies kept_tallies(const std::filesystem::path& folder) {
  LessonTallies tallies;
  for (const auto& lesson : builtin_lessons()) {
    std::error_code error;
    const std::filesystem::path file = sheet_file(folder, *lesson);
    if (!std::filesystem::exists(file, error)) continue;
    try {
      tallies[lesson->id] = tally_of(*lesson, progress_from(load_sheet(file), *lesson));
    } catch (const std::exception&) {  // told where the lesson is opened
    }
  }
  return tallies;
}

}  // namespace attnlab
