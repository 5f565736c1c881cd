// How many past steps a second can be shown: from the command to the trace of the sentence on screen, for
// every kept step, as a drag over the timeline asks for them.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "app/state/lab/lab.h"

namespace {

using namespace attnlab;
using Clock = std::chrono::steady_clock;

void settle(Lab& lab) {
  for (int idle = 0; idle < 3;) {
    lab.update();
    idle = lab.idle() ? idle + 1 : 0;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

/// Milliseconds until the trace of `step` is on screen.
double show(Lab& lab, Index step) {
  const auto begin = Clock::now();
  lab.apply_or_throw({"timeline.to", {std::to_string(step)}});
  while (true) {
    lab.update();
    const ViewModel view = lab.view();
    if (view.trace && view.trace->step() == step) break;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void measure(const char* preset, const char* view, Index steps) {
  LabHost host;
  host.wake = [] {};
  Lab lab(std::move(host));
  lab.open({OpenRequest::Kind::Preset, preset, false});
  settle(lab);
  lab.apply_or_throw({"view", {view}});
  lab.apply_or_throw({"train.step", {std::to_string(steps)}});
  settle(lab);
  std::vector<double> times;
  const TimelinePtr timeline = lab.view().record->timeline;
  for (const StatePtr& state : timeline->states)
    if (state->step() < steps) times.push_back(show(lab, state->step()));
  std::ranges::sort(times);
  const double median = times[times.size() / 2], late = times[times.size() * 99 / 100];
  std::printf("%-14s %-8s %6zu %10.2f %10.2f %14.0f\n", preset, view, times.size(), median, late,
              1000 / late);
}

}  // namespace

int main() {
  std::printf("%-14s %-8s %6s %10s %10s %14s\n", "preset", "view", "kept", "p50 ms", "p99 ms", "positions/s");
  for (const char* preset : {"translate", "reverse", "characters", "digits", "sentiment", "brackets-lstm"})
    for (const char* view : {"steps", "heads"}) measure(preset, view, 300);
}
