// Says a run by its preset, the options that differ and its step.
#include "app/state/setup/said_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/format.h"
#include "app/state/commands/actions.h"
#include "core/language/messages.h"
#include "core/tasks/text/corpus.h"

namespace attnlab {
namespace {

/// What the task fills in.
bool is_filled_in(std::string_view section, std::string_view option) {
  return section == "model" && (option == "source_vocabulary" || option == "target_vocabulary");
}

std::string value_text(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The option's name, with its section where others have one of this name too.
std::string name_of_option(const Preset& preset, const std::string& section, const std::string& option,
                           const std::string& value) {
  try {
    Preset tried = preset;
    set_option(tried, option + "=" + value);
    return option;
  } catch (const std::invalid_argument&) {
    return section + "." + option;
  }
}

/// Options of `wanted` whose values are others in `now`; named as in `preset`.
std::vector<std::string> differing(const Preset& preset, const Preset& now, const Preset& wanted) {
  const nlohmann::ordered_json have = preset_to_json(now), want = preset_to_json(wanted);
  std::vector<std::string> options;
  for (const char* section : {"task", "model", "training"})
    for (const auto& [option, value] : want.at(section).items()) {
      const auto found = have.at(section).find(option);
      if (is_filled_in(section, option) || (found != have.at(section).end() && *found == value)) continue;
      const std::string text = value_text(value);
      options.push_back(name_of_option(preset, section, option, text) + "=" + text);
    }
  return options;
}

/// Why only this machine has the data of a task; "" if others have it too.
std::string own_data_of(const TaskConfig& task) {
  if (!task.folder.empty()) return tr("it trains on your own pictures");
  const std::vector<std::string> known = built_in_corpora();
  const std::string name = task.corpus.substr(0, task.corpus.rfind(".txt"));
  return name.empty() || std::ranges::find(known, name) != known.end() ? ""
                                                                       : tr("it trains on your own text");
}

bool is_builtin(const std::string& name) {
  return std::ranges::find(builtin_presets(), name, &Preset::name) != builtin_presets().end();
}

/// A run that a window saved began with the weights of its seed, unless its files were changed.
bool begins_as_new(const ShownOne& shown) {
  const std::vector<StatePtr>& states = shown.run.record.timeline->states;
  if (states.empty() || states.front()->step() != 0) return false;
  const auto seed = static_cast<std::uint64_t>(shown.run.training.settings.config.seed);
  return states.front()->snapshot->weights == first_snapshot(*shown.model.experiment.model, seed)->weights;
}

/// The preset with the settings of the run, which did not change.
Preset preset_of(const ShownOne& shown) {
  Preset preset = shown.model.experiment.preset;
  preset.training = shown.run.training.settings.config;
  return with_live_values(std::move(preset), shown.run.training.settings.live);
}

}  // namespace

SnapshotPtr snapshot_on_screen(const ShownOne& shown, const AppState& state) {
  if (state.rewound && shown.run.record.timeline)
    if (const StatePtr past = shown.run.record.timeline->nearest(*state.rewound)) return past->snapshot;
  return shown.model.snapshot();
}

std::string why_run_is_unsaid(const ShownOne& shown) {
  const OpenModel& model = shown.model;
  if (model.from_file || !model.run || !shown.run.record.timeline) return tr("it was opened from a file");
  if (model.experiment.preset.opened) return tr("it continues a model that was opened");
  if (const std::string own = own_data_of(model.experiment.preset.task); !own.empty()) return own;
  if (!is_builtin(model.experiment.preset.name)) return tr("it does not come from a preset of the program");
  const std::vector<TimelineEvent>& events = shown.run.record.timeline->events;
  if (!events.empty())
    return tr("it was changed at step {1} ({2})", format_count(events.front().step), events.front().text);
  if (shown.run.training.settings.learning_rate_factor != 1) return tr("its learning rate was changed");
  if (model.number > 0 && !begins_as_new(shown)) return tr("it did not begin with the weights of its seed");
  return "";
}

namespace {

/// The options of `wanted` in which it differs from its preset, "option=value" as run.of reads them, with
/// the seed even where that is the preset's. Throws std::invalid_argument where no options of the preset give
/// it.
std::vector<std::string> options_of_run(const Preset& wanted) {
  constexpr int kMostRounds = 3;  // an option may take others with it, as the width does
  const Preset preset = find_preset(wanted.name);
  std::vector<std::string> options{"seed=" + std::to_string(wanted.training.seed)};
  Preset now = preset;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<std::string> more = differing(preset, now, wanted);
    for (const std::string& option : more)
      if (std::ranges::find(options, option) == options.end()) options.push_back(option);
    now = preset;
    set_options(now, options);
    if (differing(preset, now, wanted).empty()) return options;
  }
  throw std::invalid_argument(tr("no options of the preset {1} give this model", wanted.name));
}

}  // namespace

Command say_run(const ShownOne& shown, std::optional<Index> left_out) {
  std::string why = why_run_is_unsaid(shown);
  if (why.empty()) try {
      const Preset preset = preset_of(shown);
      std::vector<std::string> options = options_of_run(preset);
      if (left_out == preset.training.seed) options.erase(options.begin());
      options.insert(options.begin(), preset.name);
      return {"run.of", options};
    } catch (const std::invalid_argument& error) {
      why = error.what();
    }
  throw std::invalid_argument(
      tr("commands cannot recreate this run: {1}; save the run instead, and send its folder", why));
}

Command train_to(Index step, const TrainingView& training) {
  Command command{"train.to", {std::to_string(step)}};
  if (step > training.steps) command.arguments.emplace_back(kBeyond);
  return command;
}

Commands say_step(const ShownOne& shown, const AppState& state) {
  Commands commands;
  if (const SnapshotPtr& other = state.comparison.weights) {
    const StatePtr kept = shown.run.record.timeline->at(other->step);
    if (!kept || kept->snapshot->weights != other->weights)
      throw std::invalid_argument(
          tr("commands cannot restore the weights in the comparison, because this run does not have them at "
             "step {1}; save the run instead, and send its folder",
             format_count(other->step)));
    commands.push_back(train_to(other->step, shown.run.training));
    commands.push_back({"compare.weights", {}});
  }
  commands.push_back(train_to(snapshot_on_screen(shown, state)->step, shown.run.training));
  return commands;
}

}  // namespace attnlab
