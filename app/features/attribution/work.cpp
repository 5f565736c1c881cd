// Attribution analysis: attributes the chosen prediction of the forward pass on screen, for the view
// Attribution.
#include <chrono>

#include "app/features/attribution/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"

namespace attnlab {
namespace {

class AttributionAnalysis final : public Analysis {
 public:
  explicit AttributionAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  /// Once a frame: takes finished values, and starts again if the view is on screen and they are old.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return job_.busy(); }

 private:
  using Key = std::pair<TracePtr, AttributionSettings>;

  bool begins(const AnalysisInput& input, const Key& key);
  std::shared_ptr<const Attributions> newest(bool changes) const;

  GrowingJob<Key, Attributions> job_;
  AttributionSettings settings_;  ///< of the work that started last
  std::chrono::steady_clock::time_point since_{};
  std::shared_ptr<const AttributionResults> results_;
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
    const auto work = [tracer = input.model.tracer, request = input.request, key](const StopToken& stop,
                                                                                  const auto& tell) {
      return attribute(*tracer, key.first, *request, key.second, {.stop = stop, .progress = tell});
    };
    const bool asks_again = input.changes() && settings_ == key.second;
    if (job_.ask(key, work, asks_again ? WhenBusy::Wait : WhenBusy::Restart)) {
      settings_ = key.second;
      since_ = std::chrono::steady_clock::now();
    }
  }
  results_ = std::make_shared<const AttributionResults>(
      AttributionResults{newest(input.changes()), job_.error(), job_.busy()});
}

/// Unfinished values are shown if they answer another question than the finished ones.
std::shared_ptr<const Attributions> AttributionAnalysis::newest(bool changes) const {
  const std::shared_ptr<const Attributions> newest = job_.result(), done = job_.done();
  return !newest || (done && changes && done->settings == newest->settings) ? done : newest;
}

void AttributionAnalysis::clear() {
  job_.clear();
  settings_ = {};
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_attribution_analysis(const AnalysisTools& tools) {
  return std::make_unique<AttributionAnalysis>(tools);
}

}  // namespace attnlab
