// TaskKind: a task as one row: its name, its options, its rules and its maker.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/config/fields.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// The kind of the user's own data from which a task can be learned: a text, or a folder of pictures.
enum class OwnData { None, Text, Pictures };

/// One option of tasks: where TaskConfig stores it, what it may be, what it means.
struct TaskOption {
  using Member =
      std::variant<Index TaskConfig::*, double TaskConfig::*, bool TaskConfig::*, std::string TaskConfig::*>;

  std::string_view name;
  Member member;
  std::string_view help;
  double minimum = -std::numeric_limits<double>::infinity();  ///< numbers: least allowed
  double maximum = std::numeric_limits<double>::infinity();   ///< numbers: greatest allowed
  std::span<const Choice> choices = {};                       ///< strings: allowed values; empty: any
  OwnData reads = OwnData::None;                              ///< strings: what of the user's own it names

  /// The option of `config`, into which it points.
  Field field_of(TaskConfig& config) const;
};

/// One task that a model can learn. Each row stands in its task's own file; core/tasks/task_kinds.cpp lists
/// them.
struct TaskKind {
  std::string_view name;                     ///< as options write it: "masked_words"
  std::string_view title;                    ///< on screen: "masked words"
  std::span<const TaskOption> options = {};  ///< those that it uses, beside the options of every task
  /// Throws as require_of_task() does where options, each good by itself, do not fit together. Null: all fit.
  void (*check)(const TaskConfig&) = nullptr;
  /// For a valid configuration. Throws as make_task() does.
  std::unique_ptr<Task> (*make)(const TaskConfig&, const TaskShape&);
  OwnData own_data = OwnData::None;  ///< what of the user's own it is there for
  bool learns = true;                ///< false: there is nothing to learn from, and the maker throws

  /// Whether one of its options names such data.
  bool can_read(OwnData data) const;
};

/// The maker of a task that is constructed from its options, or from these and the model's choice.
template <typename T>
std::unique_ptr<Task> make_as(const TaskConfig& config, const TaskShape& shape) {
  if constexpr (std::is_constructible_v<T, const TaskConfig&, const TaskShape&>)
    return std::make_unique<T>(config, shape);
  else
    return static_cast<void>(shape), std::make_unique<T>(config);
}

/// Throws std::invalid_argument, "task.field is VALUE, but must be ALLOWED", unless `good`.
void require_of_task(bool good, std::string_view field, const std::string& value, const std::string& allowed);

}  // namespace attnlab
