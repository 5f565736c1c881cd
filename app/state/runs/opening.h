// Opening: makes a preset, a text file or a saved model into a model that can be trained and traced.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"
#include "core/training/run/training_run.h"
#include "core/training/sweep/sweep.h"

namespace attnlab {

struct Checkpoint;
class ReadProgress;

/// An open model without its weights; cheap to copy.
struct ModelParts {
  Experiment experiment;  ///< its task is null where the task of a saved model cannot be built
  std::string title;
  std::shared_ptr<const Tracer> tracer;
  AppState start;                 ///< the first sentence and selection
  std::vector<Example> examples;  ///< texts to try with their answers; of streams, the whole text in `target`
  std::vector<TokenId> labelled;  ///< labelled_tokens() of the task
  std::vector<Example> questions;                        ///< questions and answers, where streams ask
  std::shared_ptr<const std::vector<Example>> pictures;  ///< that a vision model can read
  bool from_file = false;  ///< opened from a folder: whose weights these were, nobody knows
};

/// A model ready for the window.
struct OpenModel : ModelParts {
  std::unique_ptr<TrainingRun> run;        ///< null where there is no task
  SnapshotPtr stored;                      ///< the weights where there is no run
  std::string name;                        ///< its difference from the other runs: "post-norm"
  std::string origin;                      ///< where it comes from: "run 1, step 300"
  std::string remark;                      ///< for the notice: why the model cannot be trained
  bool plays = false;                      ///< learns as soon as it is among the open runs
  Index number = 0;                        ///< its number before it was saved; 0: a new run
  std::optional<SweepPlace> sweep{};       ///< of which sweep it is a run
  std::shared_ptr<const Preset> recipe{};  ///< that it was opened by as one more run; null: otherwise
  std::string saved_in{};        ///< the folder that it was opened from as one more run; "": otherwise
  std::size_t saved_events = 0;  ///< of its timeline, then

  SnapshotPtr snapshot() const { return run ? run->snapshot() : stored; }
};

/// A kept state from which another run starts, with other settings.
struct BranchPoint {
  ModelParts parts;
  StatePtr state;
  Record past;  ///< of the original run, up to the state's step
  TrainingSettings settings;
  std::string origin;
};

/// A request to open a model or a file.
struct OpenRequest {
  enum class Kind {
    Preset,
    Text,      ///< of the user, learnt by `changed`
    Further,   ///< a text of the user, that the model `opened` learns further by `changed`
    Pictures,  ///< a folder of the user, learnt by `changed`
    Model,     ///< a saved model
    Changed,   ///< the open model's task with other options, as another run
    Variants,  ///< the models that an experiment compares, as more runs
    Sweep,     ///< the runs of `sweep`, as more runs
    Branch,    ///< a past step of an open run, as another run
    Recipe,    ///< the preset `changed`, whatever its task, as another run
    Saved,     ///< a saved model, as another run
    Session,   ///< the runs of another window, in `runs`
  } kind = Kind::Preset;
  std::string name;  ///< of the preset or experiment, or the path; for Changed, the title
  bool play = true;  ///< begins to learn at once
  std::shared_ptr<const Preset> changed{};  ///< the whole preset; for Variants the preset to vary
  std::shared_ptr<const BranchPoint> branch{};
  std::shared_ptr<const Checkpoint> opened{};
  std::shared_ptr<const SweepPlan> sweep{};
  std::vector<std::filesystem::path> runs{};
  std::vector<std::string> options{};  ///< of a saved model's preset that are others here: "corpus=FILE"
  std::string remark{};                ///< on a text or pictures, for a notice once they are open

  /// Whether the open runs stay.
  bool beside() const {
    return kind == Kind::Changed || kind == Kind::Branch || kind == Kind::Recipe || kind == Kind::Saved ||
           learns_in_turn();
  }
  /// Whether the runs that are opened wait for their turn to learn.
  bool learns_in_turn() const { return kind == Kind::Variants || kind == Kind::Sweep; }
};

/// What runs ask of those who open them.
struct RunHost {
  std::function<void()> on_change;  ///< called on the runs' threads when something new is there
  AttentionDeviceChoice device{};   ///< that computes attention in training and traces
};

using OpenModels = std::vector<std::unique_ptr<OpenModel>>;

/// Builds them, one but of Variants and Sweep; may take seconds for a large corpus, so not on the screen's
/// thread. Throws std::runtime_error or std::invalid_argument with one line. `progress`: of the numbers of
/// saved models; another thread may stop it, and then this throws.
OpenModels open_models(const OpenRequest& request, const RunHost& host, ReadProgress* progress = nullptr);

/// Threads for training beside a window: all cores but one.
int training_threads();

}  // namespace attnlab
