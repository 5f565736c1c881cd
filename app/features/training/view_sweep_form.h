// Sweep form: what is typed for a sweep, and the words of its command. Pure.
#pragma once

#include <string>
#include <vector>

#include "core/training/preset.h"

namespace attnlab {

/// What is chosen and typed for a sweep that has not started yet.
struct SweepForm {
  struct Axis {
    std::string option;  ///< "model.heads"; "": none is chosen
    std::string values;  ///< "1, 2, 4"
  };
  static constexpr std::size_t kAxes = 2;
  Axis axes[kAxes];
  Index seeds = 1;
  std::string steps;  ///< "": the preset's number
};

/// An option that can be swept.
struct SweepOption {
  std::string name;   ///< "model.heads"
  std::string title;  ///< "heads"
  std::string help;
  std::string values;  ///< some values to begin with: "4, 8"
};

/// The options of the preset's model and training, except for the seed, which has its own field, and the
/// vocabularies, which the task finds.
std::vector<SweepOption> sweep_options(const Preset& preset);

/// The words of the command `sweep`; none if the form has only one seed and no option with values.
/// `at_once`: runs that train at the same time.
std::vector<std::string> typed_words(const SweepForm& form, Index at_once);

}  // namespace attnlab
