// The list of tasks, and one of them by its name.
#include "core/tasks/task_kinds.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

[[noreturn]] std::unique_ptr<Task> refuse_no_task(const TaskConfig&, const TaskShape&) {
  throw std::invalid_argument("task.name is none, so there is nothing to train on: choose a task");
}

constexpr TaskKind kNoTask = {
    .name = "none", .title = tr_mark("none"), .make = refuse_no_task, .learns = false};

}  // namespace

// Each row is in the file of its task.
extern const TaskKind kReverseTask, kSortTask, kCopyTask, kTranslateTask, kDatesTask, kAdditionTask,
    kModularTask, kFeaturesTask, kBracketsTask, kRepeatTask, kMarkovTask, kRecallTask, kPronounTask,
    kSentimentTask, kMaskedTask, kWordContextTask, kLanguageModelTask, kShapesTask, kDigitsTask,
    kDescribeTask, kPictureFolderTask;

std::span<const TaskKind> task_kinds() {
  static const TaskKind kKinds[] = {
      kReverseTask, kSortTask,      kCopyTask,          kTranslateTask,   kDatesTask,         kAdditionTask,
      kModularTask, kFeaturesTask,  kBracketsTask,      kRepeatTask,      kMarkovTask,        kRecallTask,
      kPronounTask, kSentimentTask, kMaskedTask,        kWordContextTask, kLanguageModelTask, kShapesTask,
      kDigitsTask,  kDescribeTask,  kPictureFolderTask, kNoTask,
  };
  return kKinds;
}

const TaskKind& task_of_own(OwnData data) {
  const auto found = std::ranges::find(task_kinds(), data, &TaskKind::own_data);
  if (found == task_kinds().end()) throw std::invalid_argument("no task can learn from this kind of data");
  return *found;
}

const TaskKind& task_kind(std::string_view name) { return row_named(task_kinds(), "task", name); }

}  // namespace attnlab
