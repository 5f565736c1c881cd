// A saved model on the command line: its folder, and which of the run's steps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"

namespace CLI {
class App;
}

namespace attnlab {

/// The options --model and --step.
struct SavedModelOptions {
  std::string folder;
  std::string step;  ///< a number, or "all"; "": the newest

  bool all_steps() const { return step == "all"; }
};

std::shared_ptr<SavedModelOptions> add_saved_model_options(CLI::App& command);

/// The step that `text`, the value of `option`, names. Throws std::invalid_argument where it is no whole
/// number from 0.
Index step_number(const std::string& option, const std::string& text);

/// load_checkpoint(), with what is to be said of it on standard error, a line each.
Checkpoint load_with_notes(const std::string& folder, Load what);

/// The model of `folder` as it was after `step` ("": the newest) steps; its state is the stored one. Throws
/// std::invalid_argument where `step` is no step, or one that is not stored: the message names the nearest
/// ones; and as load_checkpoint(). What is to be said of it stands on standard error.
Checkpoint load_step(const std::string& folder, const std::string& step);

/// The model at the step that is chosen, or at each stored step in rising order, the newest last.
std::vector<Checkpoint> load_steps(const SavedModelOptions& options);

/// The models of --steps: "all", or steps with commas between them, "8,64,512", each once and in rising
/// order. Without --steps ("") those of --step. Throws as load_step(), and where a step between commas is
/// missing.
std::vector<Checkpoint> load_listed_steps(const std::string& steps, const SavedModelOptions& options);

/// What is written of one step of --step all: "scores-64.svg" for "scores.svg", "tables-64" for "tables".
std::string path_of_step(const std::string& path, Index step);

}  // namespace attnlab
