// Cost analysis: passes are timed, for the view Cost.
#include "app/features/cost/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/pass_time.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {
namespace {

class CostAnalysis final : public Analysis {
 public:
  explicit CostAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// Passes are timed where somebody asked for it, and again where another device computes.
  void update(const AnalysisInput& input) override {
    job_.take();
    const Index measurement = input.state.choices.of<CostChoice>().measurement;
    if (measurement == 0) return job_.clear();
    if (!on_stage(input.state, cost::kFeature)) return;
    const std::shared_ptr<AttentionDevice> device = device_.get();
    const Key key{measurement, input.model.experiment.model, device ? device->description() : ""};
    job_.ask(key, [model = key.model, device, snapshot = input.trace->snapshot()](StopToken stop) {
      return time_passes(*model, snapshot->weights, device.get(), {}, [&] { return !stop.stop_requested(); });
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  struct Key {
    Index measurement = 0;
    std::shared_ptr<const Model> model;
    std::string device;
    friend bool operator==(const Key&, const Key&) = default;
  };

  AttentionDeviceChoice device_;
  LatestJob<Key, std::vector<PassTime>> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_cost_analysis(const AnalysisTools& tools) {
  return std::make_unique<CostAnalysis>(tools);
}

}  // namespace attnlab
