// DatesTask: a day written in one of many ways, to be written as 2019-03-05.
#pragma once

#include "core/tasks/base/list_task.h"

namespace attnlab {

/// Days of 1950 to 2049, by characters. A year of two digits is of that range: 50 is 1950, 49 is 2049. A day
/// is held out in all its forms.
class DatesTask final : public ListTask {
 public:
  static constexpr Index kExamples = 30000;

  explicit DatesTask(const TaskConfig& config);

 private:
  explicit DatesTask(SplitExamples examples);
};

}  // namespace attnlab
