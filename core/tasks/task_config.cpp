// TaskConfig as data: options read from the rows of the tasks, and what makes no task.
#include "core/tasks/task_config.h"

#include <algorithm>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/task_kinds.h"

namespace attnlab {
namespace {

const void* address_of(const Field& field) {
  return std::visit([](const auto* value) -> const void* { return value; }, field.value);
}

/// The options of every task and those of `kinds`, each once, as they lie in `config`.
Fields fields_of(TaskConfig& config, std::span<const TaskKind> kinds) {
  Fields fields = {{"name", &config.name, tr_mark("task to learn"), 0, 0, choices_of(task_kinds())},
                   {"validation_share", &config.validation_share,
                    tr_mark("share of the examples held out for validation"), 0.01, 0.5}};
  for (const TaskKind& kind : kinds)
    for (const TaskOption& option : kind.options) fields.push_back(option.field_of(config));
  std::ranges::sort(fields, {}, address_of);
  const auto is_same = [](const Field& a, const Field& b) { return address_of(a) == address_of(b); };
  fields.erase(std::unique(fields.begin(), fields.end(), is_same), fields.end());
  return fields;
}

/// An option that does nothing must not look as if it did something.
void check_unused(TaskConfig& config) {
  for (const IdleOption& idle : idle_task_options(config)) {
    const std::string value = field_text(idle.field);
    require_of_task(value == idle.usual, idle.field.name, value, left_at_usual(idle));
  }
}

}  // namespace

Fields task_fields(TaskConfig& config) { return fields_of(config, task_kinds()); }

Fields used_task_fields(TaskConfig& config) { return fields_of(config, {&task_kind(config.name), 1}); }

std::vector<IdleOption> idle_task_options(TaskConfig& config) {
  TaskConfig defaults;
  const Fields used = used_task_fields(config), fields = task_fields(config), usual = task_fields(defaults);
  std::vector<IdleOption> idle;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (std::ranges::find(used, fields[i].name, &Field::name) == used.end())
      idle.push_back({fields[i], field_text(usual[i]), "task " + config.name + " does not use it"});
  return idle;
}

void validate(const TaskConfig& config) {
  TaskConfig copy = config;
  check_fields(task_fields(copy), "task");
  check_unused(copy);
  const TaskKind& kind = task_kind(config.name);
  if (kind.check) kind.check(config);
}

}  // namespace attnlab
