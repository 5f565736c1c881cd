// RecordedActions: records the actions of commands, for tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/commands/actions.h"

namespace attnlab {

/// Actions that record their calls.
class RecordedActions final : public TrainingActions,
                              public RunActions,
                              public FileActions,
                              public SessionActions,
                              public DeviceActions,
                              public PassActions,
                              public LessonActions,
                              public SharingActions,
                              public WindowActions {
 public:
  void open_preset(const std::string& name) override { calls.push_back("preset " + name); }
  void open_text(const std::string& file) override { calls.push_back("open " + file); }
  void open_pictures(const std::string& folder) override { calls.push_back("pictures " + folder); }
  std::optional<ReadPicture> read_picture(const std::string& file, Index size, Index channels) override {
    calls.push_back("read " + file + " " + std::to_string(size) + " " + std::to_string(channels));
    return read;
  }
  void train_on(const std::string& path) override { calls.push_back("train on " + path); }
  void train_further(const std::string& file, const std::string& names) override {
    calls.push_back("train further " + file + " " + names);
  }
  void load_model(const std::string& folder) override { calls.push_back("load " + folder); }
  void stop_opening() override { calls.push_back("stop opening"); }
  void open_recent(Index number) override { calls.push_back("recent " + std::to_string(number)); }
  void forget_recent() override { calls.push_back("forget"); }
  void retrain(const std::vector<std::string>& changes) override {
    calls.push_back("retrain");
    for (const std::string& change : changes) calls.back() += " " + change;
  }
  void save_model(const std::string& folder) override { calls.push_back("save " + folder); }
  void use_gpu(std::optional<bool> on) override {
    calls.push_back(std::string("gpu ") + (!on ? "toggle" : *on ? "on" : "off"));
  }
  void stop_pass() override { calls.push_back("stop pass"); }
  void play() override { calls.push_back("play"); }
  void pause() override { calls.push_back("pause"); }
  bool toggle() override {
    calls.push_back("toggle");
    return playing = !playing;
  }
  void step_beyond(Index count) override { calls.push_back("step beyond " + std::to_string(count)); }
  void step(Index count) override { calls.push_back("step " + std::to_string(count)); }
  void to_loss(double loss) override { calls.push_back("to loss " + std::to_string(loss)); }
  void learn_example(const Trace*) override { calls.push_back("example"); }
  void reset(std::optional<Index> seed) override {
    calls.push_back(seed ? "reset " + std::to_string(*seed) : "reset");
  }
  void step_on_gpu(std::optional<bool> on) override {
    calls.push_back(std::string("steps ") + (!on ? "toggle" : *on ? "gpu" : "cpu"));
  }
  std::function<void()> set(const std::string& option, const std::string& value) override {
    calls.push_back("set " + option + " " + value);
    return [this, option] { calls.push_back("back " + option); };
  }
  void pin(std::optional<Index> step, const std::string& name) override {
    calls.push_back("pin " + (step ? std::to_string(*step) : "newest") + " " + name);
  }
  void unpin(Index step) override { calls.push_back("unpin " + std::to_string(step)); }
  void branch(std::optional<Index> step, const std::vector<std::string>& changes) override {
    calls.push_back(step ? "branch at " + std::to_string(*step) : "branch");
    for (const std::string& change : changes) calls.back() += " " + change;
  }
  void experiment(const std::string& name, Index side_by_side) override {
    calls.push_back("experiment " + name + " " + std::to_string(side_by_side));
  }
  void sweep(const SweepGrid& grid) override {
    calls.push_back("sweep");
    for (const std::string& word : sweep_words(grid)) calls.back() += " " + word;
  }
  void stop_sweep() override { calls.push_back("stop sweep"); }
  void go_on_with_sweep() override { calls.push_back("go on with sweep"); }
  void close_sweep() override { calls.push_back("close sweep"); }
  void show_of(const std::string& preset, const std::vector<std::string>& options) override {
    calls.push_back("show of " + preset);
    for (const std::string& option : options) calls.back() += " " + option;
  }
  void show_saved(const std::string& folder, const std::vector<std::string>& options) override {
    calls.push_back("show saved " + folder);
    for (const std::string& option : options) calls.back() += " " + option;
  }
  void show_run(Index number) override { calls.push_back("show " + std::to_string(number)); }
  void recover() override { calls.push_back("recover"); }
  void forget() override { calls.push_back("forget session"); }
  void reopen() override { calls.push_back("reopen"); }
  void save_metrics(const std::string& file) override { calls.push_back("metrics " + file); }
  void close_run(Index number) override { calls.push_back("close " + std::to_string(number)); }
  void reopen_run() override { calls.push_back("reopen run"); }
  std::function<void()> edit_weights(const CellEdit& edit) override {
    const std::string text = edit_text(edit);
    calls.push_back("weight " + text);
    return [this, text] { calls.push_back("back " + text); };
  }
  void save_screenshot(const std::string& file) override { calls.push_back("picture " + file); }
  void copy_text(const std::string& text) override { calls.push_back("copy " + text); }
  void save_figure(const FigureRequest& request) override {
    calls.push_back("figure " + request.file + " " + std::to_string(request.width));
  }
  void quit(Quitting how) override {
    calls.push_back(how == Quitting::Ask ? "quit" : how == Quitting::Now ? "quit now" : "stay");
  }
  void open(const std::string& lesson) override { calls.push_back("lesson " + lesson); }
  void close() override { calls.push_back("close lesson"); }
  void go_to(Index step) override { calls.push_back("lesson step " + std::to_string(step)); }
  void next() override { calls.push_back("lesson next"); }
  void previous() override { calls.push_back("lesson previous"); }
  void set_again(Answers answers) override {
    calls.push_back(answers == Answers::Keep ? "set again" : "set again and forget");
  }
  void answer(const std::string& exercise, const std::vector<std::string>& answer) override {
    calls.push_back("answer " + exercise);
    for (const std::string& part : answer) calls.back() += " " + part;
  }
  void retry(const std::string& exercise) override { calls.push_back("retry " + exercise); }
  void hint(const std::string& exercise) override { calls.push_back("hint " + exercise); }
  void show(const std::string& exercise) override { calls.push_back("show where " + exercise); }
  void solve(const std::string& exercise) override { calls.push_back("solve " + exercise); }
  void skip(const std::string& exercise) override { calls.push_back("skip " + exercise); }
  void follow(const std::string& command) override { calls.push_back("follow " + command); }
  void copy_link() override { calls.push_back("lesson link"); }
  void open_answers(const std::string& folder) override { calls.push_back("lesson answers " + folder); }
  void teach(std::optional<bool> on) override {
    calls.push_back(std::string("teach ") + (!on ? "toggle" : *on ? "on" : "off"));
  }
  void copy_setup() override { calls.push_back("copy setup"); }
  void copy_state() override { calls.push_back("copy state"); }
  void open_state(const std::string& line) override { calls.push_back("open state " + line); }
  bool records() const override { return recording; }
  void record(bool on) override {
    calls.push_back(on ? "record" : "record no longer");
    recording = on;
  }
  void copy_record() override { calls.push_back("copy record"); }
  void clear_record() override { calls.push_back("clear record"); }
  Actions all() { return {*this, *this, *this, *this, *this, *this, *this, *this, *this}; }
  std::vector<std::string> calls;
  bool playing = false;
  bool recording = false;
  std::optional<ReadPicture> read;  ///< the picture in every file
};

}  // namespace attnlab
