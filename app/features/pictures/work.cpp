// Picture analysis: rollout and similarity of positions over the picture, for the view Pictures.
#include "app/features/pictures/choice.h"
#include "app/features/pictures/chosen.h"
#include "app/features/pictures/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"

namespace attnlab {
namespace {

class PictureAnalysis final : public Analysis {
 public:
  explicit PictureAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    job_.take();
    const PicturesChoice& choice = input.state.choices.of<PicturesChoice>();
    const std::optional<PatchGrid> grid = patch_grid(*input.trace);
    if (!grid || !on_stage(input.state, pictures::kFeature)) return;
    const bool rollout = choice.part == "rollout", positions = choice.part == "positions";
    if (!rollout && !positions) return;
    PictureQuestion question{input.trace, rollout ? followed_by(input.state, *grid) : AskedBy(), positions};
    job_.ask(question, [question](StopToken) { return answered(question); });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<PictureQuestion, PictureResults> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_picture_analysis(const AnalysisTools& tools) {
  return std::make_unique<PictureAnalysis>(tools);
}

}  // namespace attnlab
