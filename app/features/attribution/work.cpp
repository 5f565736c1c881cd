// Attribution analysis: shares the chosen prediction of the pass on screen out, for the view Attribution.
#include <chrono>

#include "app/features/attribution/choice.h"
#include "app/features/attribution/chosen.h"
#include "app/features/attribution/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"

namespace attnlab {
namespace {

class AttributionAnalysis final : public Analysis {
 public:
  explicit AttributionAnalysis(const AnalysisTools& tools) : job_(tools.wake), wake_(tools.wake) {}

  /// Once a frame: takes finished values, and begins anew where the view is on the stage and they are old.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return job_.busy(); }

 private:
  using Key = std::pair<TracePtr, AttributionSettings>;

  bool begins(const AnalysisInput& input, const Key& key);
  std::shared_ptr<const Attributions> newest(bool changes) const;
  void make_results(bool changes);

  LatestJob<Key, Attributions> job_;
  std::shared_ptr<LatestValue<Attributions>> so_far_;
  AttributionSettings settings_;  ///< of the work that was begun last
  std::chrono::steady_clock::time_point since_{};
  std::shared_ptr<const AttributionResults> results_;
  std::function<void()> wake_;
};

}  // namespace

/// While the weights change, the same question is asked again only now and then.
bool AttributionAnalysis::begins(const AnalysisInput& input, const Key& key) {
  constexpr std::chrono::milliseconds kAskAgain{250};
  if (job_.asked_for(key)) return false;
  return !input.changes() || !(settings_ == key.second) ||
         std::chrono::steady_clock::now() >= since_ + kAskAgain;
}

void AttributionAnalysis::update(const AnalysisInput& input) {
  job_.take();
  if (!on_stage(input.state, attribution::kFeature) || !attribution::kFeature.offered(input.trace->config()))
    return;
  const Key key{input.trace, attribution_settings(input.state.choices.of<AttributionChoice>(), *input.trace)};
  if (begins(input, key)) {
    const auto so_far = std::make_shared<LatestValue<Attributions>>();
    const auto work = [tracer = input.model.tracer, request = input.request, key, so_far,
                       wake = wake_](const StopToken& stop) {
      return attribute(*tracer, key.first, *request, key.second,
                       {.stop = stop, .progress = [&](const Attributions& now) {
                          so_far->set(now);
                          wake();
                        }});
    };
    const bool asks_again = input.changes() && settings_ == key.second;
    if (job_.ask(key, work, asks_again ? WhenBusy::Wait : WhenBusy::Restart)) {
      so_far_ = so_far;
      settings_ = key.second;
      since_ = std::chrono::steady_clock::now();
    }
  }
  make_results(input.changes());
}

/// Unfinished values are shown where they answer another question than the finished ones.
std::shared_ptr<const Attributions> AttributionAnalysis::newest(bool changes) const {
  const std::shared_ptr<const Attributions> done = job_.result();
  const std::shared_ptr<const Attributions> partial = job_.busy() && so_far_ ? so_far_->get() : nullptr;
  if (!partial || (done && changes && done->settings == partial->settings)) return done;
  return partial;
}

void AttributionAnalysis::make_results(bool changes) {
  results_ = std::make_shared<const AttributionResults>(
      AttributionResults{newest(changes), job_.error(), job_.busy()});
}

void AttributionAnalysis::clear() {
  so_far_.reset();
  job_.clear();
  settings_ = {};
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_attribution_analysis(const AnalysisTools& tools) {
  return std::make_unique<AttributionAnalysis>(tools);
}

}  // namespace attnlab
