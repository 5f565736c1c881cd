// Expert analyses: which tokens the experts take, and what the loss loses without one, for the view Experts.
#include <mutex>

#include "app/features/experts/choice.h"
#include "app/features/experts/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class ExpertAnalyses final : public Analysis {
 public:
  explicit ExpertAnalyses(const AnalysisTools& tools)
      : device_(tools.device), effects_(tools.wake), held_out_(tools.wake), held_out_effects_(tools.wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return effects_.busy() || held_out_.busy() || held_out_effects_.busy(); }

 private:
  /// The held-out examples, drawn when they are first asked for, on the thread that asks.
  class Examples;

  void update_effects(const AnalysisInput& input);
  void update_held_out(const AnalysisInput& input);
  void make_results();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::shared_ptr<Examples> examples_;
  AtStep<HeldOutExperts> newest_;  ///< that was worked out
  LatestJob<TracePtr, ExpertEffects> effects_;
  ByStep<HeldOutExperts> held_out_;
  LatestJob<SnapshotPtr, AtStep<ExpertEffects>> held_out_effects_;
  std::shared_ptr<const ExpertResults> results_;
};

}  // namespace

class ExpertAnalyses::Examples {
 public:
  explicit Examples(Experiment experiment) : experiment_(std::move(experiment)) {}

  const Model& model() const { return *experiment_.model; }
  const Vocabularies& vocabularies() const { return *experiment_.vocabularies; }
  /// May be called from several threads.
  const std::vector<Batch>& batches() {
    std::call_once(drawn_,
                   [&] { batches_ = held_out_batches(model(), *experiment_.task, kHeldOutPositions); });
    return batches_;
  }

 private:
  Experiment experiment_;
  std::once_flag drawn_;
  std::vector<Batch> batches_;
};

void ExpertAnalyses::update(const AnalysisInput& input) {
  effects_.take();
  held_out_effects_.take();
  const ExpertsChoice::Needs needs = input.state.choices.of<ExpertsChoice>().needs();
  const bool shown = on_stage(input.state, experts::kFeature) && input.trace->config().experts > 0;
  if (shown && !examples_ && input.model.experiment.task)
    examples_ = std::make_shared<Examples>(input.model.experiment);
  if (shown && needs == ExpertsChoice::Needs::Effects) update_effects(input);
  if (shown && needs == ExpertsChoice::Needs::HeldOut && examples_) {
    update_held_out(input);
  } else {
    held_out_.update({}, {});
  }
  if (shown) make_results();
}

/// The effects on held-out examples need a pass for each expert: they wait until the weights stay.
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
  const SnapshotPtr& now = looked_at_.at(input);
  held_out_.update(
      {now},
      [examples = examples_, choice = device_](const SnapshotPtr& snapshot, const StopToken&) {
        const std::shared_ptr<AttentionDevice> device = choice.get();
        return held_out_experts(examples->model(), examples->vocabularies(), snapshot->weights,
                                examples->batches(), device.get());
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
  if (const auto found = held_out_.find(now)) newest_ = {now->step, found};
}

void ExpertAnalyses::make_results() {
  ExpertResults next;
  next.effects = effects_.result();
  next.held_out = newest_;
  if (held_out_effects_.result()) next.held_out_effects = *held_out_effects_.result();
  next.has_held_out = examples_ != nullptr;
  for (const std::string& error : {effects_.error(), held_out_.error(), held_out_effects_.error()})
    if (next.error.empty()) next.error = error;
  const ExpertResults* const now = results_.get();
  if (now && now->effects == next.effects && now->held_out.value == next.held_out.value &&
      now->held_out_effects.value == next.held_out_effects.value && now->has_held_out == next.has_held_out &&
      now->error == next.error)
    return;
  results_ = std::make_shared<const ExpertResults>(std::move(next));
}

void ExpertAnalyses::clear() {
  effects_.clear();
  held_out_.clear();
  held_out_effects_.clear();
  looked_at_.clear();
  examples_ = nullptr;
  newest_ = {};
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_expert_analyses(const AnalysisTools& tools) {
  return std::make_unique<ExpertAnalyses>(tools);
}

}  // namespace attnlab
