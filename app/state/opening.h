// Opening: a preset, a text file or a saved model made into something that can run and be traced.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/training_run.h"

namespace attnlab {

/// What is to be opened.
struct OpenRequest {
  enum class Kind { Preset, Corpus, Model, Changed } kind = Kind::Preset;
  std::string name;                         ///< of the preset, or the path; of a changed model, its title
  bool play = true;                         ///< begin to learn at once
  std::shared_ptr<const Preset> changed{};  ///< of a changed model, everything about it
};

/// A model ready for the window.
struct OpenModel {
  Experiment experiment;  ///< its task is null where a saved model's cannot be built
  std::string title;
  std::shared_ptr<const Tracer> tracer;
  std::unique_ptr<TrainingRun> run;  ///< null where there is no task
  SnapshotPtr stored;                ///< weights where there is no run
  AppState start;                    ///< sentence and selection to begin with
  std::vector<std::string> examples;
  std::vector<Example> questions;  ///< of streams that ask something: their questions and answers
  std::shared_ptr<const std::vector<Example>> pictures;  ///< what a vision model can look at
  std::string remark;                                    ///< worth telling: why it cannot be trained on

  SnapshotPtr snapshot() const { return run ? run->snapshot() : stored; }
};

/// Builds it; may take seconds for a large corpus, so not on the screen's thread. `on_change` is handed to
/// the run. Throws std::runtime_error or std::invalid_argument with one line.
std::unique_ptr<OpenModel> open_model(const OpenRequest& request, std::function<void()> on_change);

/// Threads for training beside a window: all cores but one.
int training_threads();

}  // namespace attnlab
