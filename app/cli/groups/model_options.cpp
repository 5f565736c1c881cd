// Stored states of past steps, and presets before their first.
#include "app/cli/groups/model_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/text/escaped_text.h"
#include "core/training/trainer.h"

namespace attnlab {
namespace {

/// All stored states, the newest last.
std::vector<StatePtr> stored_states(const Checkpoint& model) {
  std::vector<StatePtr> states;
  if (model.record) states = model.record->timeline->states;
  std::erase_if(states, [&](const StatePtr& state) { return state->step() == model.state->step(); });
  states.push_back(model.state);
  return states;
}

/// "8 and 12": the stored steps on both sides of `step`.
std::string steps_around(const std::vector<StatePtr>& states, Index step) {
  const StatePtr *before = nullptr, *after = nullptr;
  for (const StatePtr& state : states) {
    if (state->step() < step) before = &state;
    if (state->step() > step && !after) after = &state;
  }
  const std::string last = after ? std::to_string((*after)->step()) : "";
  if (!before) return last;
  const std::string first = std::to_string((*before)->step());
  return after ? tr("{1} and {2}", first, last) : first;
}

StatePtr state_at(const std::vector<StatePtr>& states, Index step, const std::string& folder) {
  for (const StatePtr& state : states)
    if (state->step() == step) return state;
  throw std::invalid_argument(tr("step {1} of {2} is not stored; the closest stored steps: {3}",
                                 std::to_string(step), quoted(std::filesystem::path(folder)),
                                 steps_around(states, step)));
}

/// `model` with another state, and without its past.
Checkpoint at_state(const Checkpoint& model, StatePtr state) {
  return {model.preset, model.vocabularies, model.model, std::move(state)};
}

/// The preset's model before its first step.
Checkpoint untrained_model(const ModelOptions& options) {
  Preset preset = find_preset(options.preset);
  set_options(preset, options.set);
  const Experiment made = make_experiment(std::move(preset));
  return capture(made, Trainer(made.model, made.task, made.preset.training, 1));
}

}  // namespace

void add_model_folder(CLI::App& command, std::string& folder) {
  command.add_option("--model", folder, tr("Folder of a saved model"))->type_name("FOLDER")->required();
}

void add_preset_options(CLI::App& command, ModelOptions& options, const char* set) {
  CLI::Option* const preset =
      command.add_option("--preset", options.preset, tr("Or the name of a preset, whose model is untrained"))
          ->type_name("NAME")
          ->excludes(command.get_option("--model")->required(false));
  command
      .add_option("--set", options.set,
                  tr("Change one option of the preset, such as {1}; may be repeated. The section can be "
                     "omitted if only one has the option",
                     set))
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_model_options(CLI::App& command, ModelOptions& options, const ModelGroup& group) {
  add_model_folder(command, options.folder);
  CLI::Option* const step = command
                                .add_option("--step", options.step,
                                            tr("The model after N steps, which must be a stored step "
                                               "(default: the newest); all: each stored step, in turn"))
                                ->type_name("N|all");
  CLI::Option* steps = nullptr;
  if (group.steps)
    steps = command
                .add_option("--steps", options.steps,
                            tr("{1}: all, or numbers such as 8,64,512", tr(group.steps)))
                ->type_name("all|N,M,…")
                ->excludes(step);
  if (!group.set) return;
  add_preset_options(command, options, group.set);
  for (CLI::Option* const of_run : {step, steps})
    if (of_run) of_run->excludes(command.get_option("--preset"));
}

void require_model(const ModelOptions& options) {
  if (options.preset.empty() && options.folder.empty())
    throw CLI::RequiredError(tr("{1} or {2}", "--model FOLDER", "--preset NAME"));
}

Index step_number(const std::string& option, const std::string& text) {
  Index step = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), step);
  if (error == std::errc() && end == text.data() + text.size() && step >= 0) return step;
  throw std::invalid_argument(tr("{1} is \"{2}\", but must be a number of steps, at least 0", option, text));
}

Checkpoint load_with_notes(const std::string& folder, Load what) {
  Checkpoint model = load_checkpoint(folder, what);
  for (const std::string& remark : model.remarks)
    std::fprintf(stderr, "%s\n", tr("note: {1}", escaped_text(remark)).c_str());
  return model;
}

Checkpoint load_step(const std::string& folder, const std::string& step) {
  if (step.empty()) return load_with_notes(folder, Load::Weights);
  const Index wanted = step_number(tr("the step"), step);
  const Checkpoint model = load_with_notes(folder, Load::Run);
  return at_state(model, state_at(stored_states(model), wanted, folder));
}

std::set<Index> listed_steps(const std::string& list) {
  std::set<Index> steps;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end == begin)
      throw std::invalid_argument(
          tr("--steps is \"{1}\", but must be all, or steps separated by commas, such as 8,64,512", list));
    steps.insert(step_number("--steps", list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return steps;
}

std::vector<Checkpoint> load_models(const ModelOptions& options) {
  require_model(options);
  std::vector<Checkpoint> models;
  if (!options.preset.empty()) {
    models.push_back(untrained_model(options));
  } else if (options.all_steps() || options.steps == "all") {
    const Checkpoint run = load_with_notes(options.folder, Load::Run);
    for (const StatePtr& state : stored_states(run)) models.push_back(at_state(run, state));
  } else if (options.steps.empty()) {
    models.push_back(load_step(options.folder, options.step));
  } else {
    const std::set<Index> steps = listed_steps(options.steps);
    const Checkpoint run = load_with_notes(options.folder, Load::Run);
    const std::vector<StatePtr> states = stored_states(run);
    for (const Index step : steps) models.push_back(at_state(run, state_at(states, step, options.folder)));
  }
  return models;
}

std::string path_of_step(const std::string& path, Index step) {
  std::filesystem::path whole(path);
  if (!whole.has_filename()) whole = whole.parent_path();  // "tables/"
  std::filesystem::path name = whole.stem();
  name += "-" + std::to_string(step);
  name += whole.extension();
  return (whole.parent_path() / name).string();
}

}  // namespace attnlab
