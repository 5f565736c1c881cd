// What the open window costs training: steps a second without it, with as many threads as the window leaves,
// and with it, in the views that do the most work while a model learns. Needs a display. Where Mesa draws in
// software, LP_NUM_THREADS=0 keeps that to the window's own thread.
//
//   window_cost [SECONDS]      of training for each figure; prints a table
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/state/runs/opening.h"
#include "app/window/window_main.h"
#include "core/config/cores.h"
#include "core/training/run/training_run.h"

namespace {

using namespace attnlab;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr const char* kEndless = "training.steps=100000000";

/// Steps a second of a run that nobody looks at.
double alone(const std::string& name, int threads, double seconds) {
  Preset preset = find_preset(name);
  set_option(preset, kEndless);
  const Experiment e = make_experiment(preset);
  TrainingRun run(std::make_unique<Trainer>(e.model, e.task, e.preset.training, threads), {});
  run.play();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 4));
  const Index before = run.status().step;
  const auto begin = Clock::now();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  return static_cast<double>(run.status().step - before) / since(begin);
}

/// Seconds from the opening of the window to its end after `steps`.
double window_seconds(const std::string& preset, const std::string& view, Index steps) {
  const fs::path script = fs::temp_directory_path() / "attention-lab-window-cost.txt";
  std::ofstream(script) << "wait_idle\nwait_steps 1\n"
                        << view << "\ntrain.play\nwait_steps " << steps << "\nquit\n";
  WindowMainOptions options;
  options.preset = preset;
  options.script = script.string();
  const auto begin = Clock::now();
  if (run_window(options) != 0) throw std::runtime_error("the script failed");
  fs::remove(script);
  return since(begin);
}

/// Steps a second while the window shows `view`: between two numbers of steps, so that opening does not
/// count.
double watched(const std::string& preset, const std::string& view, double expected, double seconds) {
  const auto few = static_cast<Index>(expected * seconds / 4) + 1;
  const auto many = few + static_cast<Index>(expected * seconds) + 1;
  const double short_time = window_seconds(preset, view, few);
  return static_cast<double>(many - few) / (window_seconds(preset, view, many) - short_time);
}

void measure(const std::string& preset, double seconds) {
  const double all = alone(preset, cores(), seconds), one_less = alone(preset, training_threads(), seconds);
  std::printf("%-14s %10.0f %10.0f", preset.c_str(), all, one_less);
  for (const char* view : {"view steps", "view heads", "view training"}) {
    const double rate = watched(preset, view, one_less, seconds);
    std::printf(" %8.0f %3.0f %%", rate, 100 * rate / one_less);
    std::fflush(stdout);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) try {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 6;
  std::printf("%-14s %10s %10s %14s %14s %14s\n", "steps/s", "all cores", "all but 1", "window: steps",
              "heads", "training");
  for (const char* preset : {"reverse", "translate", "characters", "digits"}) measure(preset, seconds);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "window_cost: %s\n", error.what());
  return 1;
}
