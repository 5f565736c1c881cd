// Attribution analysis: one job for a pass and a prediction.
#include "app/state/analyses/attribution_analysis.h"

#include "app/state/choices/attribution_choice.h"

namespace attnlab {

/// While the weights change, the same question is asked again only now and then.
bool AttributionAnalysis::begins(const AnalysisInput& input, const Key& key) {
  constexpr std::chrono::milliseconds kAskAgain{250};
  if (job_.asked_for(key)) return false;
  return !input.changes() || !(settings_ == key.second) ||
         std::chrono::steady_clock::now() >= since_ + kAskAgain;
}

void AttributionAnalysis::update(const AnalysisInput& input) {
  job_.take();
  if (!on_stage(input.state, kAttributionView) || !kAttributionView.offered(input.trace->config())) return;
  const Key key{input.trace, attribution_settings(input.state.choices.attribution, *input.trace)};
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
  publish(input.changes());
}

/// Unfinished values are shown where they answer another question than the finished ones.
std::shared_ptr<const Attributions> AttributionAnalysis::newest(bool changes) const {
  const std::shared_ptr<const Attributions> done = job_.result();
  const std::shared_ptr<const Attributions> partial = job_.busy() && so_far_ ? so_far_->get() : nullptr;
  if (!partial || (done && changes && done->settings == partial->settings)) return done;
  return partial;
}

void AttributionAnalysis::publish(bool changes) {
  results_ = std::make_shared<const AttributionResults>(
      AttributionResults{newest(changes), job_.error(), job_.busy()});
}

void AttributionAnalysis::clear() {
  so_far_.reset();
  job_.clear();
  settings_ = {};
  results_ = nullptr;
}

}  // namespace attnlab
