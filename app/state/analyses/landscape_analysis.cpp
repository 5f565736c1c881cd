// Landscape analysis: one job for the settings that are chosen, with what it has found so far.
#include "app/state/analyses/landscape_analysis.h"

#include <chrono>
#include <thread>

#include "core/analysis/held_out_experts.h"

namespace attnlab {

namespace {

/// Rests after some work, in multiples of its time, while a run learns.
class RestingWork {
 public:
  explicit RestingWork(std::shared_ptr<const std::atomic<bool>> learns) : learns_(std::move(learns)) {}

  void rest() {
    constexpr int kRests = 3;
    const auto worked = Clock::now() - since_;
    if (*learns_) std::this_thread::sleep_for(kRests * worked);
    since_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<const std::atomic<bool>> learns_;
  Clock::time_point since_ = Clock::now();
};

/// The stored states, or the weights alone of a run without any.
std::vector<SnapshotPtr> path_of_run(const AnalysisInput& input) {
  if (input.timeline && !input.timeline->states.empty())
    return states_of_path(*input.timeline, kMostPathStates);
  return {input.trace->snapshot()};
}

/// By what the loss at the end of the path weighs, and from what that state learned.
OptionValues end_options(const AnalysisInput& input) {
  const bool stored = input.timeline && !input.timeline->states.empty();
  return stored ? input.timeline->states.back()->settings.live : OptionValues();
}

SnapshotPtr end_of_run(const AnalysisInput& input) {
  const bool stored = input.timeline && !input.timeline->states.empty();
  return stored ? input.timeline->states.back()->snapshot : input.trace->snapshot();
}

}  // namespace

LandscapeAnalysis::Key LandscapeAnalysis::wanted(const AnalysisInput& input) const {
  const LandscapeChoice& choice = input.state.choices.landscape;
  Key key{choice.settings, choice.asked, end_of_run(input), end_options(input)};
  const bool same = begun_ && begun_->settings == key.settings && begun_->asked == key.asked;
  if (input.learns && same) key.end = begun_->end, key.options = begun_->options;
  return key;
}

void LandscapeAnalysis::measure(const AnalysisInput& input) {
  const Key key = wanted(input);
  if (job_.asked_for(key)) return;
  const auto so_far = std::make_shared<LatestValue<LossLandscape>>();
  const auto work = [open = input.model.experiment, settings = key.settings, path = path_of_run(input),
                     options = key.options, so_far, wake = wake_,
                     learns = learns_](const std::stop_token& stop) {
    const auto model = with_live_values(open.model, options);
    const auto task = with_live_values(open.task, options);
    const std::vector<Batch> batches = held_out_batches(*model, *task, kLandscapePositions);
    RestingWork pace(learns);
    return loss_landscape(*model, path, batches, settings, stop, [&](const LossLandscape& now) {
      so_far->set(now);
      wake();
      pace.rest();
    });
  };
  if (!job_.ask(key, work, WhenBusy::Restart)) return;
  so_far_ = so_far;
  begun_ = key;
}

void LandscapeAnalysis::publish(std::string error) {
  if (error.empty() && !job_.busy()) error = job_.error();
  auto now = job_.busy() && so_far_ ? so_far_->get() : job_.result();
  if (!now) now = shown_;
  if (!error.empty()) now = nullptr;
  if (results_ && shown_ == now && results_->error == error && results_->measuring == job_.busy()) return;
  if (shown_ != now) ++version_;
  shown_ = now;
  results_ = std::make_shared<const LandscapeResults>(
      LandscapeResults{shown_, std::move(error), job_.busy(), version_});
}

void LandscapeAnalysis::update(const AnalysisInput& input) {
  job_.take();
  *learns_ = input.learns;
  const LandscapeChoice& choice = input.state.choices.landscape;
  const bool on_screen = on_stage(input.state, kLandscapeView);
  if (!choice.on && job_.busy()) job_.clear();
  if (!on_screen) return;
  if (!input.model.experiment.task)
    return publish("the task of this model is not at hand, so there are no held-out examples");
  if (choice.on) measure(input);
  publish("");
}

void LandscapeAnalysis::clear() {
  job_.clear();
  so_far_ = nullptr;
  begun_.reset();
  shown_ = nullptr;
  results_ = nullptr;
}

}  // namespace attnlab
