// Opening: makes a preset, a text file or a saved model into a model that can be trained and traced.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/runs/session_file.h"
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

/// What is known of a run beside its model and its numbers.
struct RunFacts {
  std::string name;                        ///< its difference from the other runs: "post-norm"
  std::string origin;                      ///< where it comes from: "run 1, step 300"
  Index number = 0;                        ///< its number before it was saved; 0: a new run
  std::optional<SweepPlace> sweep{};       ///< of which sweep it is a run
  std::shared_ptr<const Preset> recipe{};  ///< that it was opened by as one more run; null: otherwise
  std::string saved_in{};        ///< the folder that it was opened from as one more run; "": otherwise
  std::size_t saved_events = 0;  ///< of its timeline, then
  std::string folder{};          ///< of the user's that it was opened from; "": from elsewhere
  Index measure_at = 0;          ///< see RecordOptions
  bool of_start = false;         ///< the window opened it by itself, and nobody has done anything with it
};

/// What stays in memory of a run whose numbers lie in the session's files.
struct StoredRun {
  std::filesystem::path folder;       ///< a checkpoint
  std::optional<RunStatus> status{};  ///< none: the model cannot be trained
  Index step = 0;
  Record record{};  ///< its timeline, null where it cannot be trained, has no states
};

/// A model ready for the window.
struct OpenModel : ModelParts, RunFacts {
  std::unique_ptr<TrainingRun> run;  ///< null where there is no task
  SnapshotPtr stored;                ///< the weights where there is no run
  std::optional<StoredRun> away{};   ///< then there is neither
  std::string remark;                ///< for the notice: why the model cannot be trained
  bool plays = false;                ///< learns as soon as it is among the open runs
  bool weights_changed = false;      ///< `stored` is not what was opened
  std::optional<AppState> left{};    ///< the choices with which it was left in another window
  bool was_shown = false;            ///< it was on screen there

  /// The newest weights; null where they are in the session's files.
  SnapshotPtr snapshot() const { return run ? run->snapshot() : stored; }
  /// Bytes of its numbers that are in memory.
  std::size_t bytes() const;
  /// Whether all of it is here. Of a run whose task cannot be built here, optimizer and past are in its files
  /// alone, which must stay.
  bool is_whole() const { return run || !is_trainable(experiment.preset); }
};

/// `model` without its numbers, which are in `folder`.
std::unique_ptr<OpenModel> put_away(const OpenModel& model, const std::filesystem::path& folder);

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
    Text,      ///< of the user, on which `changed` trains
    Further,   ///< a text of the user, that the model `opened` learns further by `changed`
    Pictures,  ///< a folder of the user, on which `changed` trains
    Model,     ///< a saved model
    Changed,   ///< the open model's task with other options, as another run
    Variants,  ///< the models that an experiment compares, as more runs
    Sweep,     ///< the runs of `sweep`, as more runs
    Branch,    ///< a past step of an open run, as another run
    Recipe,    ///< the preset `changed`, whatever its task, as another run
    Saved,     ///< a saved model, as another run
    Session,   ///< the runs of another window, in `runs`
    Return,    ///< the run `number`, which is in the session's files: `away`
  } kind = Kind::Preset;
  std::string name{};  ///< of the preset or experiment, or the path; for Changed, the title
  bool play = true;    ///< begins to learn at once
  std::shared_ptr<const Preset> changed{};  ///< the whole preset; for Variants the preset to vary
  std::shared_ptr<const BranchPoint> branch{};
  std::shared_ptr<const Checkpoint> opened{};
  std::shared_ptr<const SweepPlan> sweep{};
  std::vector<SessionRun> runs{};
  std::size_t runs_bytes = 0;  ///< Session: what is more stays in the files
  std::shared_ptr<const OpenModel> away{};
  Index number = 0;
  bool shows = true;                   ///< Return: on screen
  bool as_left = true;                 ///< Return: with the choices with which it was left
  Index closes = 0;                    ///< Return: the run that is closed then; 0: none
  bool of_start = false;               ///< the window opens it by itself
  std::vector<std::string> options{};  ///< of a saved model's preset that are others here: "corpus=FILE"
  std::string remark{};                ///< on a text or pictures, for a notice once they are open

  /// Whether the user opened something of another kind than the run on screen, which the next start
  /// remembers and which takes the machine for itself.
  bool is_new() const {
    return kind == Kind::Preset || kind == Kind::Text || kind == Kind::Further || kind == Kind::Pictures ||
           kind == Kind::Model;
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
