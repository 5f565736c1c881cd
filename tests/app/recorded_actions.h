// Recorded actions: what commands ask of the program, for tests.
#pragma once

#include <string>
#include <vector>

#include "app/state/dispatcher.h"

namespace attnlab {

/// Actions that write down what was asked of them.
class RecordedActions final : public Actions {
 public:
  void open_preset(const std::string& name) override { calls.push_back("preset " + name); }
  void open_corpus(const std::string& file) override { calls.push_back("open " + file); }
  void load_model(const std::string& folder) override { calls.push_back("load " + folder); }
  void open_recent(Index number) override { calls.push_back("recent " + std::to_string(number)); }
  void forget_recent() override { calls.push_back("forget"); }
  void retrain(const std::vector<std::string>& changes) override {
    calls.push_back("retrain");
    for (const std::string& change : changes) calls.back() += " " + change;
  }
  void save_model(const std::string& folder) override { calls.push_back("save " + folder); }
  void train_play() override { calls.push_back("play"); }
  void train_pause() override { calls.push_back("pause"); }
  void train_toggle() override { calls.push_back("toggle"); }
  void train_step(Index count) override { calls.push_back("step " + std::to_string(count)); }
  void train_reset() override { calls.push_back("reset"); }
  std::function<void()> edit_weights(const CellEdit& edit) override {
    const std::string text = edit_text(edit);
    calls.push_back("weight " + text);
    return [this, text] { calls.push_back("back " + text); };
  }
  void save_screenshot(const std::string& file) override { calls.push_back("picture " + file); }
  void save_figure(const FigureRequest& request) override {
    calls.push_back("figure " + request.file + " " + std::to_string(request.width));
  }
  void quit() override { calls.push_back("quit"); }
  std::vector<std::string> calls;
};

}  // namespace attnlab
