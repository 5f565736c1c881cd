// Live options: their rows, and what has their values.
#include "core/training/live_options.h"

#include <algorithm>

#include "core/models/changed_model.h"
#include "core/tasks/task_config.h"

namespace attnlab {
namespace {

using Of = LiveOption::Of;

constexpr LiveOption kLiveOptions[] = {
    {.of = Of::Model, .name = "dropout", .of_every_run = true},
    {.of = Of::Task, .name = "sparsity", .slides = true},
    {.of = Of::Model, .name = "importance", .in_passes = true, .slides = true},
};

const Field* found_in(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &*found;
}

double number_in(const Fields& fields, const LiveOption& option) {
  return *std::get<double*>(found_in(fields, option.name)->value);
}

/// The options of all rows as their tables state them, with no value.
std::vector<Field> stated_fields() {
  ModelConfig model;
  TaskConfig task;
  const Fields of_models = model_fields(model), of_tasks = task_fields(task);
  std::vector<Field> fields;
  for (const LiveOption& option : live_options()) {
    fields.push_back(find_field(option.of == Of::Model ? of_models : of_tasks, option.name, "training"));
    fields.back().value = static_cast<double*>(nullptr);
  }
  return fields;
}

/// `task_value` gives the value of a task's option, or none where the task lacks the option.
template <typename TaskValue>
OptionValues first_values(ModelConfig& model, const TaskValue& task_value) {
  const Fields all = model_fields(model), used = used_model_fields(model);
  OptionValues values;
  for (const LiveOption& option : live_options()) {
    std::optional<double> value;
    if (option.of == Of::Task)
      value = task_value(option);
    else if (option.of_every_run || found_in(used, option.name))
      value = number_in(all, option);
    if (value) values.push_back({std::string(option.name), *value});
  }
  return values;
}

/// The values of the options of the model, or of the task.
OptionValues values_of(Of whose, const OptionValues& values) {
  OptionValues some;
  for (const OptionValue& value : values)
    if (const LiveOption* option = find_live_option(value.name); option && option->of == whose)
      some.push_back(value);
  return some;
}

}  // namespace

std::string LiveOption::full_name() const {
  return (of == Of::Model ? "model." : "task.") + std::string(name);
}

Field LiveOption::field_of(double& value) const {
  static const std::vector<Field> stated = stated_fields();
  Field field = *found_in(stated, name);
  field.value = &value;
  return field;
}

std::span<const LiveOption> live_options() { return kLiveOptions; }

const LiveOption* find_live_option(std::string_view name) {
  const auto* const found = std::ranges::find(kLiveOptions, name, &LiveOption::name);
  return found == std::end(kLiveOptions) ? nullptr : found;
}

bool is_used(const LiveOption& option, ModelConfig config) {
  return option.of == Of::Task || found_in(used_model_fields(config), option.name);
}

OptionValues first_live_values(ModelConfig model, TaskConfig task) {
  const Fields used = used_task_fields(task);
  return first_values(model, [&](const LiveOption& option) -> std::optional<double> {
    if (!found_in(used, option.name)) return {};
    return number_in(used, option);
  });
}

OptionValues first_live_values(ModelConfig model, const Task* task) {
  return first_values(
      model, [&](const LiveOption& option) { return task ? task->live_value(option.name) : std::nullopt; });
}

std::optional<double> value_of(const OptionValues& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &OptionValue::name);
  return found == values.end() ? std::nullopt : std::optional(found->value);
}

OptionValues replaced(OptionValues values, const OptionValues& wanted) {
  for (OptionValue& value : values) value.value = value_of(wanted, value.name).value_or(value.value);
  return values;
}

OptionValues values_in_passes(const OptionValues& values) {
  OptionValues some = values_of(Of::Model, values);
  std::erase_if(some, [](const OptionValue& value) { return !find_live_option(value.name)->in_passes; });
  return some;
}

std::shared_ptr<const Model> with_live_values(std::shared_ptr<const Model> model,
                                              const OptionValues& values) {
  return changed_model(std::move(model), values_of(Of::Model, values));
}

std::shared_ptr<const Task> with_live_values(std::shared_ptr<const Task> task, const OptionValues& values) {
  if (!task) return task;
  for (const auto& [name, value] : values_of(Of::Task, values))
    if (const auto now = task->live_value(name); now && *now != value)
      task = task->with_live_value(name, value);
  return task;
}

Preset with_live_values(Preset preset, const OptionValues& values) {
  const Fields of_model = model_fields(preset.model), of_task = task_fields(preset.task);
  for (const auto& [name, value] : values_of(Of::Model, values))
    *std::get<double*>(found_in(of_model, name)->value) = value;
  for (const auto& [name, value] : values_of(Of::Task, values))
    *std::get<double*>(found_in(of_task, name)->value) = value;
  return preset;
}

}  // namespace attnlab
