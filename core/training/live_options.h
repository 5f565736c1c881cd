// Live options: options of the model and the task that may change during training.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/config/option_value.h"
#include "core/models/model.h"
#include "core/tasks/base/task.h"
#include "core/training/preset.h"

namespace attnlab {

/// One such option, a number. Its range and its meaning are those of the option of the model or the task.
struct LiveOption {
  enum class Of { Model, Task };

  Of of;
  std::string_view name;      ///< among the options of model or task, and among the settings of a run
  bool in_passes = false;     ///< also passes that teach nothing depend on the option
  bool slides = false;        ///< a slider changes the option on screen
  bool of_every_run = false;  ///< runs whose model does not use the option have a value too

  /// "model.dropout".
  std::string full_name() const;
  /// The option with `value` as its value.
  Field field_of(double& value) const;
};

std::span<const LiveOption> live_options();
/// Null where no row has this name.
const LiveOption* find_live_option(std::string_view name);
/// Whether a model of `config` uses the option; of the task's options, any does.
bool is_used(const LiveOption& option, ModelConfig config);

/// The live options that a run has, with the values with which it begins, in the order of the rows.
OptionValues first_live_values(ModelConfig model, TaskConfig task);
/// The same of a task that is made already; null: there is none.
OptionValues first_live_values(ModelConfig model, const Task* task);

/// The value of an option; none where `values` lack it.
std::optional<double> value_of(const OptionValues& values, std::string_view name);
/// `values` with those of `wanted` in their place; what `values` lack is left out.
OptionValues replaced(OptionValues values, const OptionValues& wanted);
/// The values of the model's options, without those that matter only in training.
OptionValues values_in_passes(const OptionValues& values);

/// Model, task and preset with these values; the same object where nothing differs.
std::shared_ptr<const Model> with_live_values(std::shared_ptr<const Model> model, const OptionValues& values);
std::shared_ptr<const Task> with_live_values(std::shared_ptr<const Task> task, const OptionValues& values);
Preset with_live_values(Preset preset, const OptionValues& values);

}  // namespace attnlab
