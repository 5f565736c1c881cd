// ViewModel: the one consistent picture that all views draw in a frame.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/frame_memory.h"
#include "app/state/analysis_results.h"
#include "app/state/app_state.h"
#include "app/state/recent.h"
#include "core/analysis/update_derivation.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace_service.h"
#include "core/training/fault.h"
#include "core/training/preset.h"
#include "core/training/record.h"

namespace attnlab {

/// What the training controls show.
struct TrainingView {
  enum class State { None, Paused, Running, Finished, Failed };
  State state = State::None;  ///< None: a loaded model whose task is not at hand
  Index step = 0;
  Index steps = 0;       ///< where the run stops by itself
  double loss = 0;       ///< of the newest step
  bool pending = false;  ///< steps or changes were asked for that are not all done
  double mean_loss = std::numeric_limits<double>::quiet_NaN();  ///< over about the last ten steps
  double wanted_loss = 0;                                       ///< plays until mean_loss is there; 0: none
  double tokens_per_second = 0;
  double steps_per_second = 0;
  double seconds_left = 0;     ///< at the present pace
  double learning_rate = 0;    ///< of the next step
  TrainingSettings settings;   ///< of the next step
  std::string message;         ///< why it failed
  std::optional<Fault> fault;  ///< the first number that was not finite
};

/// One of the runs that are open.
struct RunView {
  Index number = 1;    ///< by which commands name it
  std::string name;    ///< what sets it apart: "post-norm"; may be empty
  std::string origin;  ///< where it comes from: "run 1, step 300"
  bool shown = false;  ///< it is on screen
  bool waits = false;  ///< for its turn to learn
  TrainingView training;
  Record record;  ///< its timeline is null where the run cannot be trained
  const Preset* preset = nullptr;
};

/// One entry of the preset menu.
struct PresetEntry {
  std::string name;
  std::string description;
};

/// Which trace something was worked out of. Two models may have traces of one version, and a trace may lie
/// where an older one lay; both together tell one from the other.
struct TraceKey {
  const Trace* trace = nullptr;
  std::uint64_t version = 0;
  friend bool operator==(const TraceKey&, const TraceKey&) = default;

  /// The key as one number, for what takes a version.
  std::uint64_t number() const {
    return ((version + 1) * 0x9E3779B97F4A7C15ull) ^ (reinterpret_cast<std::uintptr_t>(trace) >> 4);
  }
};

/// Built once a frame by the frame loop; views only read it.
struct ViewModel {
  AppState state;
  Screen screen;
  TracePtr trace;                         ///< null until the first one is there
  std::shared_ptr<const TraceDiff> diff;  ///< what the edits changed in the trace; null where there are none
  Compared comparison;                    ///< what differs from the pass that the user compares with
  std::uint64_t trace_version = 0;        ///< changes with the trace: the version of its matrices
  std::string trace_error;                ///< why the text on screen has no trace
  TrainingView training;
  const AnalysisResults* analyses = nullptr;  ///< what the views on the stage asked for beyond the trace
  const std::vector<RunView>* runs = nullptr;
  const Record* record = nullptr;      ///< all that is kept of the run on screen; null where there is none
  std::optional<WeightUpdate> update;  ///< the last one of the inspected weight, where it was seen
  const TrainingConfig* training_config = nullptr;   ///< null where nothing can be trained
  std::shared_ptr<const Vocabularies> vocabularies;  ///< names of the open model's token ids
  std::string preset;                                ///< name of what is open
  std::string title;                                 ///< preset, corpus or model folder
  const std::vector<PresetEntry>* presets = nullptr;
  const std::vector<RecentFile>* recent = nullptr;  ///< opened last, newest first
  Format format = Format::Stream;                   ///< what the open model reads
  std::string question;  ///< how much of a stream asks: what the model says before its end does not count
  std::vector<std::string> examples;                     ///< sentences of the task that can be tried
  std::shared_ptr<const std::vector<Example>> pictures;  ///< those that can be looked at, with their classes
  bool loading = false;                                  ///< a preset, corpus or model is being opened
  std::string lost_session;  ///< what a window that was killed had open; "": nothing
  bool can_undo = false, can_redo = false;
  std::string undo_label, redo_label;
  std::string notice;  ///< the last thing that went wrong or was done, one line
  bool notice_is_error = false;
  std::uint64_t notice_count = 0;  ///< grows with each notice
  std::string gpu;  ///< that computes attention: "llvmpipe …, OpenGL 4.5"; "": the processor does
  double frame_milliseconds = 0;
  bool figure = false;  ///< drawn to be saved: without tabs and selectors, which nobody can press there
  FrameMemory* memory = nullptr;  ///< of those who draw; null: nobody draws this

  /// What a view remembers between frames, in a struct of its own. Throws std::logic_error without a memory.
  template <typename T>
  T& remembered() const {
    if (!memory) throw std::logic_error("a view is drawn without a memory");
    return memory->of<T>();
  }
  /// Of the trace on screen: a key for what is remembered of it.
  TraceKey trace_key() const { return {trace.get(), trace_version}; }
};

}  // namespace attnlab
