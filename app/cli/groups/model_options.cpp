// --model and --step: stored states of past steps.
#include "app/cli/groups/model_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/text/escaped_text.h"

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

}  // namespace

std::shared_ptr<SavedModelOptions> add_saved_model_options(CLI::App& command) {
  const auto options = std::make_shared<SavedModelOptions>();
  command.add_option("--model", options->folder, "Folder of a saved model")->type_name("FOLDER")->required();
  command
      .add_option("--step", options->step,
                  "The model as it was after N steps, a stored one (default: the newest); all: each stored "
                  "step, one after another")
      ->type_name("N|all");
  return options;
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

std::vector<Checkpoint> load_steps(const SavedModelOptions& options) {
  if (!options.all_steps()) return {load_step(options.folder, options.step)};
  const Checkpoint model = load_with_notes(options.folder, Load::Run);
  std::vector<Checkpoint> steps;
  for (const StatePtr& state : stored_states(model)) steps.push_back(at_state(model, state));
  return steps;
}

namespace {

/// The numbers of "8,64,512".
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

}  // namespace

std::vector<Checkpoint> load_listed_steps(const std::string& steps, const SavedModelOptions& options) {
  if (steps.empty()) return load_steps(options);
  if (steps == "all") return load_steps({options.folder, "all"});
  std::vector<Checkpoint> models;
  for (const Index step : listed_steps(steps))
    models.push_back(load_step(options.folder, std::to_string(step)));
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
