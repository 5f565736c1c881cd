// Opening: a preset, a text file or a saved model made into something that can run and be traced.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/training_run.h"

namespace attnlab {

/// All of a model that is ready for the window but its weights; cheap to copy.
struct ModelParts {
  Experiment experiment;  ///< its task is null where a saved model's cannot be built
  std::string title;
  std::shared_ptr<const Tracer> tracer;
  AppState start;  ///< sentence and selection to begin with
  std::vector<std::string> examples;
  std::vector<Example> questions;  ///< of streams that ask something: their questions and answers
  std::shared_ptr<const std::vector<Example>> pictures;  ///< what a vision model can look at
};

/// A model ready for the window.
struct OpenModel : ModelParts {
  std::unique_ptr<TrainingRun> run;  ///< null where there is no task
  SnapshotPtr stored;                ///< weights where there is no run
  std::string name;                  ///< what sets it apart from the other runs: "post-norm"
  std::string origin;                ///< where it comes from: "run 1, step 300"
  std::string remark;                ///< worth telling: why it cannot be trained on
  Index number = 0;                  ///< by which it was known before; 0: a new one

  SnapshotPtr snapshot() const { return run ? run->snapshot() : stored; }
};

/// A kept state from which a run is taken up again, with other settings.
struct BranchPoint {
  ModelParts parts;
  StatePtr state;
  Record past;  ///< of the run that it comes from, up to the state's step
  TrainingSettings settings;
  std::string origin;
};

/// What is to be opened.
struct OpenRequest {
  enum class Kind {
    Preset,
    Corpus,
    Model,     ///< a saved one
    Changed,   ///< the task of the open model with other options, as one more run
    Variants,  ///< the models that an experiment compares, as so many more runs
    Branch,    ///< a past step of an open run, as one more run
    Session,   ///< the runs of another window, in `runs`
  } kind = Kind::Preset;
  std::string name;  ///< of the preset or experiment, or the path; of Changed, its title
  bool play = true;  ///< begin to learn at once
  std::shared_ptr<const Preset> changed{};  ///< Changed: everything about it; Variants: what is varied
  std::shared_ptr<const BranchPoint> branch{};
  std::vector<std::filesystem::path> runs{};

  /// The runs that are open stay.
  bool beside() const { return kind == Kind::Changed || kind == Kind::Variants || kind == Kind::Branch; }
};

using OpenModels = std::vector<std::unique_ptr<OpenModel>>;

/// Builds them, one but of Variants; may take seconds for a large corpus, so not on the screen's thread.
/// `on_change` is handed to the runs. Throws std::runtime_error or std::invalid_argument with one line.
OpenModels open_models(const OpenRequest& request, const std::function<void()>& on_change);

/// Threads for training beside a window: all cores but one.
int training_threads();

}  // namespace attnlab
