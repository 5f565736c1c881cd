// Tiles analysis: the walk of blocks as the GPU takes it, for the view Tiles.
#include "app/features/tiles/choice.h"
#include "app/features/tiles/work_walk.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {
namespace {

class TilesAnalysis final : public Analysis {
 public:
  explicit TilesAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// No walk begins while the pass on screen changes faster than a walk could be seen.
  void update(const AnalysisInput& input) override {
    job_.take();
    const std::shared_ptr<AttentionDevice> device = device_.get();
    if (!device || input.changes() || !on_stage(input.state, tiles::kFeature)) return;
    const TilesPlace place = tiles_place(input.state, *input.trace);
    job_.ask({input.trace, place}, [device, trace = input.trace, place](StopToken) {
      return walk_on_device(*device, trace, place);
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  AttentionDeviceChoice device_;
  /// Needs no device in its key: another device makes another trace.
  LatestJob<std::pair<TracePtr, TilesPlace>, TilesWalk> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_tiles_analysis(const AnalysisTools& tools) {
  return std::make_unique<TilesAnalysis>(tools);
}

}  // namespace attnlab
