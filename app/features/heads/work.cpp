// Head analyses: thumbnails and measures of all heads, and what each head is worth, for the view Heads.
#include "app/feature/opened_features.h"
#include "app/state/analyses/analysis.h"
#include "app/state/heads_choice.h"
#include "app/state/latest_job.h"
#include "core/analysis/heads/head_effects.h"
#include "core/analysis/heads/head_overview.h"

namespace attnlab {
namespace {

class HeadAnalyses final : public Analysis {
 public:
  explicit HeadAnalyses(const AnalysisTools& tools) : overview_(tools.wake), effects_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    overview_.take();
    effects_.take();
    if (attentions_of(input.trace->config()).empty()) return;
    const bool on_heads = on_stage(input.state, heads::kFeature);
    if (on_heads || on_stage(input.state, architecture::kFeature))
      overview_.ask(input.trace,
                    [trace = input.trace](StopToken) { return head_overview(*trace, kThumbnailCells); });
    if (on_heads)
      effects_.ask(input.trace,
                   [tracer = input.model.tracer, trace = input.trace, request = input.request](StopToken) {
                     return head_effects(*tracer, *trace, *request, HeadEdit::How::Zero);
                   });
  }
  void clear() override {
    overview_.clear();
    effects_.clear();
  }
  bool busy() const override { return overview_.busy() || effects_.busy(); }
  void publish(Results& results) const override {
    results.set(overview_.result());
    results.set(effects_.result());
  }

 private:
  LatestJob<TracePtr, HeadOverview> overview_;
  LatestJob<TracePtr, std::vector<HeadEffect>> effects_;
};

}  // namespace

std::unique_ptr<Analysis> make_head_analyses(const AnalysisTools& tools) {
  return std::make_unique<HeadAnalyses>(tools);
}

}  // namespace attnlab
