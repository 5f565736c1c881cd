// Stored states of past steps, and presets before their first.
#include "app/cli/groups/model_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
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
  return std::to_string((*before)->step()) + (after ? " and " + last : "");
}

StatePtr state_at(const std::vector<StatePtr>& states, Index step, const std::string& folder) {
  for (const StatePtr& state : states)
    if (state->step() == step) return state;
  throw std::invalid_argument("step " + std::to_string(step) + " of " +
                              quoted(std::filesystem::path(folder)) + " is not stored; next to it are " +
                              steps_around(states, step));
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
  command.add_option("--model", folder, "Folder of a saved model")->type_name("FOLDER")->required();
}

void add_preset_options(CLI::App& command, ModelOptions& options, const char* set) {
  CLI::Option* const preset =
      command.add_option("--preset", options.preset, "Or a preset by name, before its first step")
          ->type_name("NAME")
          ->excludes(command.get_option("--model")->required(false));
  command
      .add_option("--set", options.set,
                  "Change one option of the preset (may be repeated): " + std::string(set) +
                      "; the section may be left out where one alone has the option")
      ->type_name("OPTION=VALUE")
      ->needs(preset);
}

void add_model_options(CLI::App& command, ModelOptions& options, const ModelGroup& group) {
  add_model_folder(command, options.folder);
  CLI::Option* const step =
      command
          .add_option("--step", options.step,
                      "The model as it was after N steps, a stored one (default: the newest); all: each "
                      "stored step, one after another")
          ->type_name("N|all");
  CLI::Option* steps = nullptr;
  if (group.steps)
    steps = command
                .add_option("--steps", options.steps,
                            std::string(group.steps) + ": all, or numbers like 8,64,512")
                ->type_name("all|N,M,…")
                ->excludes(step);
  if (!group.set) return;
  add_preset_options(command, options, group.set);
  for (CLI::Option* const of_run : {step, steps})
    if (of_run) of_run->excludes(command.get_option("--preset"));
}

void require_model(const ModelOptions& options) {
  if (options.preset.empty() && options.folder.empty())
    throw CLI::RequiredError("--model FOLDER or --preset NAME");
}

Index step_number(const std::string& option, const std::string& text) {
  Index step = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), step);
  if (error == std::errc() && end == text.data() + text.size() && step >= 0) return step;
  throw std::invalid_argument(option + " is \"" + text + "\", but must be a number of steps, from 0");
}

Checkpoint load_with_notes(const std::string& folder, Load what) {
  Checkpoint model = load_checkpoint(folder, what);
  for (const std::string& remark : model.remarks)
    std::fprintf(stderr, "note: %s\n", escaped_text(remark).c_str());
  return model;
}

Checkpoint load_step(const std::string& folder, const std::string& step) {
  if (step.empty()) return load_with_notes(folder, Load::Weights);
  const Index wanted = step_number("the step", step);
  const Checkpoint model = load_with_notes(folder, Load::Run);
  return at_state(model, state_at(stored_states(model), wanted, folder));
}

std::set<Index> listed_steps(const std::string& list) {
  std::set<Index> steps;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end == begin)
      throw std::invalid_argument("--steps is \"" + list +
                                  "\", but must be all, or steps with commas between them, like 8,64,512");
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
