// Sweep: all combinations of some options, each from one or several seeds; the plan of its runs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// One option with its values.
struct SweepAxis {
  std::string key;                  ///< as set_option() reads it: "heads" or "model.heads"
  std::vector<std::string> values;  ///< at least one, each once
  friend bool operator==(const SweepAxis&, const SweepAxis&) = default;
};

/// "key=1,2,3"; "\," is a comma in a value. Throws std::invalid_argument with one line.
SweepAxis parse_axis(std::string_view text);
/// The text of which parse_axis() makes this axis.
std::string axis_text(const SweepAxis& axis);

/// What is swept.
struct SweepGrid {
  std::vector<SweepAxis> axes{};
  Index seeds = 1;    ///< runs of each combination, with the preset's seed and those after it
  Index at_once = 1;  ///< runs that learn at the same time, where the user of the grid has no other say
  friend bool operator==(const SweepGrid&, const SweepGrid&) = default;
};

/// Words "key=value,value,…", and "seeds=N" and "at_once=N" among them. Throws std::invalid_argument with one
/// line that names the word and says what is allowed; also where no option is named.
SweepGrid parse_sweep(std::span<const std::string> words);
/// The words of which parse_sweep() makes this grid.
std::vector<std::string> sweep_words(const SweepGrid& grid);

/// One run of a sweep.
struct SweepPoint {
  std::vector<std::string> values;  ///< one for each axis of the plan
  std::string name;                 ///< "heads=2,seed=1": all axes
  Preset preset;                    ///< with these values; vocabularies are those of the sweep's preset
};

/// The runs of a sweep.
struct SweepPlan {
  std::vector<SweepAxis> axes;  ///< where there are several seeds, the last axis is theirs
  Index seeds = 1;
  std::vector<SweepPoint> points;  ///< the last axis changes fastest: the seeds of a combination are together

  /// The axes without the axis of the seeds.
  std::span<const SweepAxis> options() const;
  std::size_t combinations() const { return points.size() / static_cast<std::size_t>(seeds); }
  /// The combination of a point, counted from 0.
  std::size_t combination(std::size_t point) const { return point / static_cast<std::size_t>(seeds); }
};

/// One run's place in the plan that it was made by.
struct SweepPlace {
  std::shared_ptr<const SweepPlan> plan;
  std::size_t point = 0;
};

/// The runs of all combinations of `base`; without axes and with one seed, the preset's own run, whose name
/// is
/// "". Throws std::invalid_argument with one line: an option that is given twice, more than `most` runs, and
/// with the run's name what set_options() refuses.
SweepPlan plan_sweep(const Preset& base, const SweepGrid& grid, std::size_t most);

/// `error` behind the name of the run that it is about.
std::string error_of(const SweepPoint& point, std::string_view error);

/// A point's name on screen: the values that differ between runs, without sections, "heads=2,seed=1"; all
/// where none differs.
std::string varied_name(const SweepPlan& plan, std::size_t point);

}  // namespace attnlab
