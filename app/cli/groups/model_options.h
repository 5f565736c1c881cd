// Which model, and after which of its steps: --model, --preset, --set, --step and --steps.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace CLI {
class App;
}

namespace attnlab {

struct ModelOptions {
  std::string folder, preset;
  std::vector<std::string> set{};
  std::string step{};   ///< a number, or "all"; "": the newest
  std::string steps{};  ///< "all", or numbers with commas between them; "": those of `step`

  bool all_steps() const { return step == "all"; }
  /// Whether several steps are asked for, even where a run has stored one alone.
  bool by_step() const { return all_steps() || !steps.empty(); }
};

/// What a subcommand takes beside --model and --step.
struct ModelGroup {
  const char* set = nullptr;    ///< an example of --set; null: it does not take a preset
  const char* steps = nullptr;  ///< what --steps shows, a message; null: the subcommand does not have it
};

/// `options` must outlive the command.
void add_model_options(CLI::App& command, ModelOptions& options, const ModelGroup& group = {});

/// Only --preset and --set. `set` has an example of what is set.
void add_preset_options(CLI::App& command, ModelOptions& options, const char* set);
/// --model alone.
void add_model_folder(CLI::App& command, std::string& folder);

/// Throws CLI::RequiredError where the options name neither a saved model nor a preset.
void require_model(const ModelOptions& options);

/// The model at each step that is asked for, each once and in rising order, or the preset's before its first
/// step. Its state is the stored one. Remarks on it go to standard error. Throws std::invalid_argument for a
/// step that is not a number, or is not stored, with the nearest stored ones; and as require_model(),
/// find_preset(), set_options() and load_checkpoint().
std::vector<Checkpoint> load_models(const ModelOptions& options);

/// The step that `text`, the value of `option`, names. Throws std::invalid_argument if it is not a whole
/// number from 0.
Index step_number(const std::string& option, const std::string& text);

/// The numbers of "8,64,512", the value of --steps. Throws std::invalid_argument where one between commas is
/// missing.
std::set<Index> listed_steps(const std::string& list);

/// load_checkpoint(), with its remarks on standard error, a line each.
Checkpoint load_with_notes(const std::string& folder, Load what);

/// The model of `folder` after `step` ("": the newest) steps. Throws as load_models().
Checkpoint load_step(const std::string& folder, const std::string& step);

/// What is written of one step of several: "scores-64.svg" for "scores.svg", "tables-64" for "tables".
std::string path_of_step(const std::string& path, Index step);

}  // namespace attnlab
