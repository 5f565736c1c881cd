// PronounTask: what does "it" stand for?
#pragma once

#include "core/tasks/base/list_task.h"

namespace attnlab {

/// "the animal did not cross the street because it was too tired": one reason fits the one, another reason
/// the other. The word "it" alone has a label, the noun that it stands for ("-" elsewhere, which does not
/// count), so that its position must gather the answer. Either noun may be either; sentences come in two
/// orders, so no place gives it away. Pairs of nouns are held out.
class PronounTask final : public ListTask {
 public:
  explicit PronounTask(const TaskConfig& config);
  Example sample_example() const override;

 private:
  explicit PronounTask(SplitExamples examples);
};

}  // namespace attnlab
