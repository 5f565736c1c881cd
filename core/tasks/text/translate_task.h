// TranslateTask: English to French, word by word tokens, over the sentences of the phrase grammar.
#pragma once

#include "core/tasks/base/list_task.h"
#include "core/tasks/phrases/grammar.h"

namespace attnlab {

/// A fixed set of sentences, held out or not by a hash of the English one, so no held-out sentence is trained
/// on.
class TranslateTask final : public ListTask {
 public:
  /// How many different sentences there are, both splits together.
  static constexpr Index kPhrases = 30000;

  explicit TranslateTask(const TaskConfig& config);

 private:
  explicit TranslateTask(SplitExamples examples);
};

}  // namespace attnlab
