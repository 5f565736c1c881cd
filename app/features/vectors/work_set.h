// Vector work: the points and paths of one table, made from its rows.
#pragma once

#include <functional>
#include <memory>

#include "app/features/vectors/choice.h"
#include "app/features/vectors/results.h"

namespace attnlab {

/// Rows at a kept step.
struct RowsAtStep {
  Index step = 0;
  KeptRows kept;
  friend bool operator==(const RowsAtStep& a, const RowsAtStep& b) {
    return a.step == b.step && a.kept.owner == b.kept.owner;
  }
};

/// What points are made of.
struct VectorWork {
  const VectorsChoice& choice;
  Index focus = -1;
  const RowsAtStep& axes;                     ///< no owner: those of the vectors themselves
  const std::vector<RowsAtStep>& past;        ///< for paths, by step
  std::shared_ptr<const VectorAxes> known{};  ///< earlier components, which may still serve
  std::function<bool()> go_on{};
};

/// Adds axes, points and paths to `results`, which has its set, step and way of axes. What cannot be made is
/// named in `results.error`.
void add_points(const VectorWork& work, VectorResults& results);

}  // namespace attnlab
