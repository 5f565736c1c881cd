// Contribution analysis: one job for the newest pass and question.
#include "app/state/analyses/contribution_analysis.h"

#include "app/state/choices/contribution_choice.h"

namespace attnlab {

void ContributionAnalysis::update(const AnalysisInput& input) {
  job_.take();
  if (!on_stage(input.state, kContributionsView) || !kContributionsView.offered(input.trace->config()))
    return;
  const AskedLogit asked =
      asked_logit(input.state, *input.trace, input.model.experiment.vocabularies->target);
  job_.ask({input.trace, asked},
           [trace = input.trace, asked](std::stop_token) { return contributions(*trace, asked); });
}

}  // namespace attnlab
