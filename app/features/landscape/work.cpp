// Landscape analysis: measures the loss over a plane of weights for the view Loss landscape.
#include <atomic>
#include <chrono>
#include <thread>

#include "app/features/landscape/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/held_out_experts.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

class LandscapeAnalysis final : public Analysis {
 public:
  explicit LandscapeAnalysis(const AnalysisTools& tools)
      : learns_(std::make_shared<std::atomic<bool>>(false)), job_(tools.wake) {}

  /// Once a frame. A measurement begins while the view is on the stage, and continues until it ends or is
  /// stopped. While the run trains, the measured points stay.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return job_.busy(); }

 private:
  /// All that a landscape depends on.
  struct Key {
    LandscapeSettings settings;
    Index asked = 0;
    SnapshotPtr end;       ///< of the path
    OptionValues options;  ///< of model and task, there
    friend bool operator==(const Key&, const Key&) = default;
  };
  Key wanted(const AnalysisInput& input) const;
  void measure(const AnalysisInput& input);
  void make_results(std::string error);

  std::shared_ptr<std::atomic<bool>> learns_;  ///< the run is training: the work leaves time to it
  GrowingJob<Key, LossLandscape> job_;
  std::optional<Key> begun_;
  std::shared_ptr<const LossLandscape> shown_;
  std::shared_ptr<const LandscapeResults> results_;
  std::uint64_t version_ = 0;
};

/// Rests after some work, in multiples of its time, while a run trains.
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
  const LandscapeChoice& choice = input.state.choices.of<LandscapeChoice>();
  Key key{choice.settings, choice.asked, end_of_run(input), end_options(input)};
  const bool same = begun_ && begun_->settings == key.settings && begun_->asked == key.asked;
  if (input.learns && same) key.end = begun_->end, key.options = begun_->options;
  return key;
}

void LandscapeAnalysis::measure(const AnalysisInput& input) {
  const Key key = wanted(input);
  if (job_.asked_for(key)) return;
  const auto work = [open = input.model.experiment, settings = key.settings, path = path_of_run(input),
                     options = key.options, learns = learns_](const StopToken& stop, const auto& tell) {
    const auto model = with_live_values(open.model, options);
    const auto task = with_live_values(open.task, options);
    const std::vector<Batch> batches = held_out_batches(*model, *task, kLandscapePositions);
    RestingWork pace(learns);
    return loss_landscape(*model, path, batches, settings, stop, [&](const LossLandscape& now) {
      tell(now);
      pace.rest();
    });
  };
  if (job_.ask(key, work)) begun_ = key;
}

void LandscapeAnalysis::make_results(std::string error) {
  if (error.empty() && !job_.busy()) error = job_.error();
  auto now = job_.result();
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
  const LandscapeChoice& choice = input.state.choices.of<LandscapeChoice>();
  const bool on_screen = on_stage(input.state, landscape::kFeature);
  if (!choice.on && job_.busy()) job_.clear();
  if (!on_screen) return;
  if (!input.model.experiment.task)
    return make_results(tr("this model came without its task, so there are no held-out examples"));
  if (choice.on) measure(input);
  make_results("");
}

void LandscapeAnalysis::clear() {
  job_.clear();
  begun_.reset();
  shown_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_landscape_analysis(const AnalysisTools& tools) {
  return std::make_unique<LandscapeAnalysis>(tools);
}

}  // namespace attnlab
