// Length analysis: one job for the settings that are chosen.
#include "app/state/analyses/length_analysis.h"

namespace attnlab {

void LengthAnalysis::update(const AnalysisInput& input) {
  job_.take();
  const AlignmentChoice& choice = input.state.choices.alignment;
  const Experiment& open = input.model.experiment;
  if (!choice.experiment || !open.task || !has_lengths_to_compare(open.preset.model)) return clear();
  if (job_.asked_for(choice.lengths)) return;
  const auto so_far = std::make_shared<LatestValue<LengthExperiment>>();
  const auto work = [open, wanted = choice.lengths, so_far, wake = wake_,
                     device = device_](const StopToken& stop) {
    return length_experiment(
        open, wanted, stop,
        [&](const LengthExperiment& now) {
          so_far->set(now);
          wake();
        },
        device);
  };
  if (job_.ask(choice.lengths, work, WhenBusy::Restart)) so_far_ = so_far;
}

void LengthAnalysis::clear() {
  so_far_.reset();
  job_.clear();
}

std::shared_ptr<const LengthExperiment> LengthAnalysis::result() const {
  return job_.busy() && so_far_ ? so_far_->get() : job_.result();
}

}  // namespace attnlab
