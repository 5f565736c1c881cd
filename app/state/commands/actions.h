// Actions: what commands do outside AppState, one interface for each kind of target.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/figure_request.h"
#include "core/tasks/pictures/picture_file.h"
#include "core/trace/edit.h"
#include "core/training/sweep/sweep.h"

namespace attnlab {

/// The word of train.to by which the run goes on beyond its limit of steps.
inline constexpr std::string_view kBeyond = "beyond";

/// Actions on the run on screen. All throw std::invalid_argument where nothing can be trained.
class TrainingActions {
 public:
  virtual ~TrainingActions() = default;
  virtual void play() = 0;
  virtual void pause() = 0;
  /// Pauses or plays; a run that stands at its limit of steps is not played, and a notice says so. Returns
  /// whether the run plays now.
  virtual bool toggle() = 0;
  virtual void step(Index count) = 0;
  /// As step(), also past the limit of steps.
  virtual void step_beyond(Index count) = 0;
  /// Plays until the running mean of the loss reaches `loss`.
  virtual void to_loss(double loss) = 0;
  /// Trains one step on the example of this trace alone; null: there is no trace yet.
  virtual void learn_example(const Trace* trace) = 0;
  /// Resets the run to step 0, with another seed or the same.
  virtual void reset(std::optional<Index> seed) = 0;
  /// Whether the GPU makes the run's steps; no value: the other of the two. Throws std::runtime_error where
  /// there is no GPU, std::invalid_argument where it cannot train the model.
  virtual void step_on_gpu(std::optional<bool> on) = 0;
  /// Changes "batch" and the like from the next step on. Returns a function that undoes the change. Throws
  /// std::invalid_argument for an option or a value that is not allowed.
  virtual std::function<void()> set(const std::string& option, const std::string& value) = 0;
  /// Names the newest or another stored step, so that it is never removed.
  virtual void pin(std::optional<Index> step, const std::string& name) = 0;
  virtual void unpin(Index step) = 0;
  /// Changes the newest weights, also of a model that cannot be trained. Returns a function that undoes the
  /// change. Throws std::invalid_argument for weights that do not exist.
  virtual std::function<void()> edit_weights(const CellEdit& edit) = 0;
};

/// Actions on the open runs.
class RunActions {
 public:
  virtual ~RunActions() = default;
  /// Opens another run that starts from a stored step, or the newest, with changed settings "option=value".
  virtual void branch(std::optional<Index> step, const std::vector<std::string>& changes) = 0;
  /// Opens a run for each model that the experiment compares.
  virtual void experiment(const std::string& name, Index side_by_side) = 0;
  /// Opens a run for each combination and seed, with the settings of now.
  virtual void sweep(const SweepGrid& grid) = 0;
  /// Pauses the runs of the newest sweep, and its runs that wait for their turn wait no more.
  virtual void stop_sweep() = 0;
  /// The runs of the newest sweep that have not ended learn in their turn.
  virtual void go_on_with_sweep() = 0;
  /// Closes the runs of the newest sweep, but for the last run that is open.
  virtual void close_sweep() = 0;
  /// Shows the run that was opened so before, by this preset with these options, "option=value", and that
  /// nobody has changed since; opens one where there is none. The other runs stay, and pause.
  virtual void show_of(const std::string& preset, const std::vector<std::string>& options) = 0;
  /// Shows the saved run of a folder, as it was opened so before and nobody has changed it since; opens it
  /// where it is not. `options`: "corpus=FILE", where its own is elsewhere. The other runs stay, and pause.
  virtual void show_saved(const std::string& folder, const std::vector<std::string>& options) = 0;
  virtual void show_run(Index number) = 0;
  virtual void close_run(Index number) = 0;
  /// Shows the run that was closed last, which goes on where it was.
  virtual void reopen_run() = 0;
};

/// Actions on files: opening and saving.
class FileActions {
 public:
  virtual ~FileActions() = default;
  virtual void open_preset(const std::string& name) = 0;
  /// A text, or a folder of pictures with one folder a class, on which a new model like the one on screen
  /// trains, where that can learn it, else by a preset. A model of another program goes on with the text
  /// itself.
  virtual void open_text(const std::string& file) = 0;
  virtual void open_pictures(const std::string& folder) = 0;
  /// The picture in a file, as read_picture_file(); nothing where it begins to be read: the command that
  /// asked is applied again once it is. Throws std::invalid_argument while another one is being read, and
  /// what read_picture() throws.
  virtual std::optional<ReadPicture> read_picture(const std::string& file, Index size, Index channels) = 0;
  /// Either, as the model on screen reads; throws std::invalid_argument where that learns none of one's own.
  virtual void train_on(const std::string& path) = 0;
  /// A text on which the model on screen trains further, with its tokenizer. `names`: of the
  /// parameters that learn, all where it is empty. Throws std::invalid_argument for a model that reads no
  /// running text.
  virtual void train_further(const std::string& file, const std::string& names) = 0;
  virtual void load_model(const std::string& folder) = 0;
  /// What is being opened is not; what was open stays. Nothing where nothing is being opened.
  virtual void stop_opening() = 0;
  virtual void open_recent(Index number) = 0;
  virtual void forget_recent() = 0;
  /// Opens the same task with a changed model: the draft's "option=value".
  virtual void retrain(const std::vector<std::string>& changes) = 0;
  virtual void save_model(const std::string& folder) = 0;
  /// Writes the metrics of the run on screen.
  virtual void save_metrics(const std::string& file) = 0;
};

/// Actions on the stored runs of other windows.
class SessionActions {
 public:
  virtual ~SessionActions() = default;
  /// Opens the runs of a window that was killed; forget() deletes them.
  virtual void recover() = 0;
  virtual void forget() = 0;
  /// Opens the runs of the window that was closed last.
  virtual void reopen() = 0;
};

/// Actions on the device that computes attention.
class DeviceActions {
 public:
  virtual ~DeviceActions() = default;
  /// Switches the GPU on or off; no value: the other of the two. Throws std::runtime_error where there is no
  /// GPU; the processor then stays in use.
  virtual void use_gpu(std::optional<bool> on) = 0;
};

/// Actions on the pass that is being computed for the screen.
class PassActions {
 public:
  virtual ~PassActions() = default;
  /// Ends it; nothing where there is none.
  virtual void stop_pass() = 0;
};

/// Actions on the open lesson. All but open() throw std::invalid_argument where none is open, and where the
/// lesson has no such step or exercise.
class LessonActions {
 public:
  virtual ~LessonActions() = default;
  /// A lesson of the program by its id, a file or a pack, or a step of one by a link. Throws what
  /// open_lesson() and parse_lesson_link() throw.
  virtual void open(const std::string& lesson) = 0;
  virtual void close() = 0;
  /// Goes to a step, from 0, and sets it.
  virtual void go_to(Index step) = 0;
  virtual void next() = 0;
  virtual void previous() = 0;
  /// Sets the step on screen again; Forget: and forgets its answers.
  enum class Answers { Keep, Forget };
  virtual void set_again(Answers answers) = 0;
  virtual void answer(const std::string& exercise, const std::vector<std::string>& answer) = 0;
  /// Opens an exercise for another answer.
  virtual void retry(const std::string& exercise) = 0;
  virtual void hint(const std::string& exercise) = 0;
  /// Puts the halo on the exercise's widget, or takes it away.
  virtual void show(const std::string& exercise) = 0;
  /// Does the task.
  virtual void solve(const std::string& exercise) = 0;
  virtual void skip(const std::string& exercise) = 0;
  /// Does what a link in the text says. Throws std::invalid_argument for a command that lessons may not use.
  virtual void follow(const std::string& command) = 0;
  virtual void teach(std::optional<bool> on) = 0;
  /// Puts a link to the step on screen on the clipboard.
  virtual void copy_link() = 0;
  /// Shows the teacher the answers of a class: the files of a folder. Throws what class_answers() throws.
  virtual void open_answers(const std::string& folder) = 0;
};

/// Actions on the present state as text. Copying throws std::invalid_argument where commands cannot say the
/// state, or nothing was recorded.
class SharingActions {
 public:
  virtual ~SharingActions() = default;
  virtual void copy_setup() = 0;
  virtual void copy_state() = 0;
  /// Throws std::invalid_argument, and changes nothing, for a text that is no line of a state, is damaged, or
  /// says commands that it may not.
  virtual void open_state(const std::string& line) = 0;
  virtual bool records() const = 0;
  virtual void record(bool on) = 0;
  virtual void copy_record() = 0;
  virtual void clear_record() = 0;
};

/// Whether the user is asked before the program ends.
enum class Quitting {
  Ask,  ///< where something would be lost
  Now,
  Stay  ///< the answer: the program does not end
};

/// Actions on the window.
class WindowActions {
 public:
  virtual ~WindowActions() = default;
  virtual void save_screenshot(const std::string& file) = 0;
  /// Puts a text on the clipboard.
  virtual void copy_text(const std::string& text) = 0;
  /// Throws what save_figure() of app/figure/save.h throws.
  virtual void save_figure(const FigureRequest& request) = 0;
  /// The program ends, unless something would be lost and the user is asked.
  virtual void quit(Quitting how) = 0;
};

/// All that commands may do outside AppState.
struct Actions {
  TrainingActions& training;
  RunActions& runs;
  FileActions& files;
  SessionActions& sessions;
  DeviceActions& device;
  PassActions& pass;
  LessonActions& lessons;
  SharingActions& sharing;
  WindowActions& window;
};

}  // namespace attnlab
