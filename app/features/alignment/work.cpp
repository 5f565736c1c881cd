// Length analysis: trains a fixed vector and attention for the view Alignment, and compares them by length.
#include "app/features/alignment/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/length_experiment.h"

namespace attnlab {
namespace {

class LengthAnalysis final : public Analysis {
 public:
  explicit LengthAnalysis(const AnalysisTools& tools)
      : device_(tools.device), job_(tools.wake), wake_(tools.wake) {}

  /// Once a frame. What was begun goes on whatever view is on the stage, until it ends or is switched off.
  void update(const AnalysisInput& input) override;
  void clear() override;

  /// Partial while both learn; null before the first measurement.
  std::shared_ptr<const LengthExperiment> result() const;
  void publish(Results& results) const override { results.set(result(), job_.error(), job_.busy()); }
  bool busy() const override { return job_.busy(); }

 private:
  AttentionDeviceChoice device_;
  LatestJob<LengthSettings, LengthExperiment> job_;
  std::shared_ptr<LatestValue<LengthExperiment>> so_far_;
  std::function<void()> wake_;
};

}  // namespace

void LengthAnalysis::update(const AnalysisInput& input) {
  job_.take();
  const AlignmentChoice& choice = input.state.choices.of<AlignmentChoice>();
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

std::unique_ptr<Analysis> make_length_analysis(const AnalysisTools& tools) {
  return std::make_unique<LengthAnalysis>(tools);
}

}  // namespace attnlab
