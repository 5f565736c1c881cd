// Expert analyses: which tokens the experts take, and how the loss changes without one, for the view Experts.
#include "app/features/experts/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "app/state/analyses/held_out_examples.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class ExpertAnalyses final : public Analysis {
 public:
  explicit ExpertAnalyses(const AnalysisTools& tools)
      : device_(tools.device), effects_(tools.wake), held_out_(tools.wake), held_out_effects_(tools.wake) {}

  /// Once a frame: takes finished values, and continues with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return effects_.busy() || held_out_.busy() || held_out_effects_.busy(); }

 private:
  void update_effects(const AnalysisInput& input);
  void update_held_out(const AnalysisInput& input);
  void make_results();

  AttentionDeviceChoice device_;
  std::shared_ptr<HeldOutExamples> examples_;
  LatestJob<TracePtr, ExpertEffects> effects_;
  Course<std::shared_ptr<HeldOutExamples>, HeldOutExperts> held_out_;
  LatestJob<SnapshotPtr, AtStep<ExpertEffects>> held_out_effects_;
  std::shared_ptr<const ExpertResults> results_;
};

}  // namespace

void ExpertAnalyses::update(const AnalysisInput& input) {
  effects_.take();
  held_out_effects_.take();
  const ExpertsChoice::Needs needs = input.state.choices.of<ExpertsChoice>().needs();
  const bool shown = on_stage(input.state, experts::kFeature) && input.trace->config().experts > 0;
  if (shown && !examples_ && input.model.experiment.task)
    examples_ = std::make_shared<HeldOutExamples>(input.model.experiment, kHeldOutPositions);
  if (shown && needs == ExpertsChoice::Needs::Effects) update_effects(input);
  if (shown && needs == ExpertsChoice::Needs::HeldOut && examples_) {
    update_held_out(input);
  } else {
    held_out_.rest();
  }
  if (shown) make_results();
}

/// The effects on held-out examples need a forward pass for each expert, so they wait until the weights stay.
void ExpertAnalyses::update_effects(const AnalysisInput& input) {
  effects_.ask(input.trace, [tracer = input.model.tracer, trace = input.trace, request = input.request](
                                StopToken) { return expert_effects(*tracer, *trace, *request); });
  if (!examples_ || input.changes()) return;
  const SnapshotPtr& now = input.trace->snapshot();
  const auto work = [now, examples = examples_, choice = device_](const StopToken& stop) {
    const std::shared_ptr<AttentionDevice> device = choice.get();
    return AtStep<ExpertEffects>{now->step, std::make_shared<const ExpertEffects>(held_out_effects(
                                                examples->model(), now->weights, examples->batches(),
                                                device.get(), [&stop] { return !stop.stop_requested(); }))};
  };
  held_out_effects_.ask(now, work, WhenBusy::Restart);
}

void ExpertAnalyses::update_held_out(const AnalysisInput& input) {
  held_out_.update(input, examples_, {},
                   [examples = examples_, choice = device_](const SnapshotPtr& snapshot, const StopToken&) {
                     const std::shared_ptr<AttentionDevice> device = choice.get();
                     return held_out_experts(examples->model(), examples->vocabularies(), snapshot->weights,
                                             examples->batches(), device.get());
                   });
}

void ExpertAnalyses::make_results() {
  ExpertResults next;
  next.effects = effects_.result();
  next.held_out = held_out_.now();
  if (held_out_effects_.result()) next.held_out_effects = *held_out_effects_.result();
  next.has_held_out = examples_ != nullptr;
  next.error = first_error({effects_.error(), held_out_.error(), held_out_effects_.error()});
  publish_changed(results_, std::move(next));
}

void ExpertAnalyses::clear() {
  effects_.clear();
  held_out_.clear();
  held_out_effects_.clear();
  examples_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_expert_analyses(const AnalysisTools& tools) {
  return std::make_unique<ExpertAnalyses>(tools);
}

}  // namespace attnlab
