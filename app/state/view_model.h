// RecordingView: what was recorded, as its panel shows it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/frame_memory.h"
#include "app/feature/results.h"
#include "app/lessons/tally.h"
#include "app/state/app_state.h"
#include "app/state/command.h"
#include "app/state/lesson_view.h"
#include "app/state/opening_view.h"
#include "app/state/recent.h"
#include "core/analysis/update_derivation.h"
#include "core/tasks/base/context_windows.h"
#include "core/tasks/base/task.h"
#include "core/tensor/real.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace_service.h"
#include "core/training/fault.h"
#include "core/training/preset.h"
#include "core/training/run/record.h"
#include "core/training/sweep/sweep.h"

namespace attnlab {

struct RecordingView {
  bool on = false;  ///< goes on
  std::vector<std::string> lines;
  Index left_out = 0;  ///< commands that a lesson may not use
};

/// The state of a run, as the training controls show it.
struct TrainingView {
  enum class State { None, Paused, Running, Finished, Failed };
  State state = State::None;  ///< None: a loaded model whose task is not at hand
  Index step = 0;
  Index steps = 0;       ///< at which the run stops by itself
  double loss = 0;       ///< of the newest step
  bool pending = false;  ///< some requested steps or changes are not done yet
  double mean_loss = std::numeric_limits<double>::quiet_NaN();  ///< over about the last ten steps
  double wanted_loss = 0;        ///< the run plays until mean_loss reaches it; 0: none
  double pace = 0;               ///< the most steps a second; 0: as many as it can
  double tokens_per_second = 0;  ///< with the waits of the pace
  double steps_per_second = 0;
  double seconds_left = 0;    ///< at the present pace
  double learning_rate = 0;   ///< of the next step
  TrainingSettings settings;  ///< of the next step
  std::string message;        ///< why it failed
  std::string step_device;    ///< the GPU that makes its steps: "llvmpipe …, OpenGL 4.5"; "": the processor
  std::optional<Fault> fault;  ///< the first number that was not finite
};

/// Whether a run was told to go on past the step at which it stops by itself.
inline bool is_past_limit(const TrainingView& training) {
  return training.steps > 0 && training.step > training.steps;
}

/// One of the runs that are open.
struct RunView {
  Index number = 1;    ///< its number in commands
  std::string name;    ///< its difference from other runs: "post-norm"; where they are of several presets and
                       ///< texts and it has none, its title; may be empty
  std::string title;   ///< preset, corpus or model folder
  std::string origin;  ///< where it comes from: "run 1, step 300"
  bool shown = false;  ///< on screen
  bool waits = false;  ///< waits for its turn to learn
  bool away = false;   ///< its numbers are in the session's files
  std::optional<SweepPlace> sweep{};  ///< of which sweep it is a run
  TrainingView training;
  Record record;  ///< its timeline is null where the run cannot be trained
  const Preset* preset = nullptr;
};

/// One entry of the preset menu.
struct PresetEntry {
  std::string name;
  std::string description;
};

/// Identifies the trace that a cached value was computed from. Traces of two models may have the same
/// version, and a new trace may have the address of an old one; version and address together are unique.
struct TraceKey {
  const Trace* trace = nullptr;
  std::uint64_t version = 0;
  friend bool operator==(const TraceKey&, const TraceKey&) = default;

  /// The key as one number, for functions that take a version.
  std::uint64_t number() const {
    return ((version + 1) * 0x9E3779B97F4A7C15ull) ^ (reinterpret_cast<std::uintptr_t>(trace) >> 4);
  }
};

/// Built once a frame by the frame loop; views only read it.
struct ViewModel {
  AppState state;
  Screen screen;
  TracePtr trace;                         ///< null before the first
  std::shared_ptr<const TraceDiff> diff;  ///< what the edits changed in the trace; null without edits
  Compared comparison;                    ///< the difference from the pass that the user compares with
  std::uint64_t trace_version = 0;        ///< changes with the trace: the version of its matrices
  std::string trace_error;                ///< why the text on screen has no trace
  bool target_is_wrong = false;           ///< that error is one of the target text
  std::optional<double> pass_share;       ///< how far a long pass under way has come; none: there is none
  TrainingView training;
  const Results* analyses = nullptr;  ///< analyses that the views on the stage need
  const std::vector<RunView>* runs = nullptr;
  const Record* record = nullptr;      ///< of the run on screen; null where there is none
  std::optional<WeightUpdate> update;  ///< the last update of the inspected weight, where it was recorded
  const TrainingConfig* training_config = nullptr;   ///< null where nothing can be trained
  std::shared_ptr<const Vocabularies> vocabularies;  ///< of the open model
  const ContextWindows* windows = nullptr;           ///< of the open model's task; null where it has none
  std::vector<TaskBaseline> baselines;               ///< of the open model's task: losses to compare with
  std::string preset;                                ///< name of the open preset
  std::string title;                                 ///< preset, corpus or model folder
  const std::vector<PresetEntry>* presets = nullptr;
  const std::vector<RecentFile>* recent = nullptr;  ///< opened last, newest first
  Format format = Format::Stream;                   ///< what the open model reads
  bool asks = false;                                ///< the task's streams are questions with answers
  std::vector<TokenId> labelled;  ///< the only tokens whose labels are learned; empty: all are
  std::vector<Example> examples;  ///< texts to try with their answers; of streams, the whole text in `target`
  std::shared_ptr<const std::vector<Example>> pictures;  ///< that the model can read, with their classes
  Index closed_run = 0;                                  ///< that can come back; 0: none
  bool loading = false;                                  ///< a preset, corpus or model is being opened
  OpeningView opening;                                   ///< that, while it is
  std::string lost_session;                              ///< the runs of a window that was killed; "": none
  bool can_undo = false, can_redo = false;
  std::string undo_label, redo_label;     ///< the help of commands, shown by tr(); "": nothing to undo
  std::string back_label, forward_label;  ///< of the history of places; "": there is nothing to go to
  std::string notice;                     ///< the last error or message, one line
  bool notice_is_error = false;
  std::uint64_t notice_count = 0;  ///< grows with each notice
  std::string save_error;          ///< why the runs could not be saved the last time; "": they were
  std::string gpu;  ///< the GPU that computes attention: "llvmpipe …, OpenGL 4.5"; "": the processor
  std::shared_ptr<const LessonView> lesson;  ///< null where none is open
  std::shared_ptr<const LessonTallies>
      tallies;  ///< of the lessons whose answers are kept; null: not read yet
  std::shared_ptr<const RecordingView> recording;  ///< null where nothing is recorded and nothing was
  bool welcome = false;                            ///< the first start asks where to begin
  CommandOutcome outcome;                          ///< of the newest command with a ticket
  std::string unsaved;            ///< what would be lost, asked before the program ends; "": nothing is asked
  bool figure = false;            ///< drawn for a file: without tabs and selectors
  FrameMemory* memory = nullptr;  ///< of the owner of the frames; null: this model is not drawn
  /// Whether the gradient of a tensor of the trace can be read without a wait; else it is being computed.
  /// Empty: who reads one waits.
  std::function<bool(const TraceTensor&)> gradient_at_hand;

  /// The struct T in which a view remembers values between frames. Throws std::logic_error without a memory.
  template <typename T>
  T& remembered() const {
    if (!memory) throw std::logic_error("a view is drawn without a memory");
    return memory->of<T>();
  }
  /// The newest T that an analysis computed; null before the first.
  template <typename T>
  const T* found() const {
    return analyses ? analyses->of<T>().get() : nullptr;
  }
  /// As gradient_at_hand; a figure waits for what it shows.
  bool at_hand(const TraceTensor& tensor) const {
    return figure || !gradient_at_hand || gradient_at_hand(tensor);
  }
  /// The key of the trace on screen, for values cached from it.
  TraceKey trace_key() const { return {trace.get(), trace_version}; }
};

}  // namespace attnlab
