// Probe analyses: linear probes at the step on screen and at the stored steps, for the view Probes.
#include "app/features/probes/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "core/models/model.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/attention_device_choice.h"

namespace attnlab {
namespace {

class ProbeAnalyses final : public Analysis {
 public:
  explicit ProbeAnalyses(const AnalysisTools& tools) : device_(tools.device), probes_(tools.wake) {}

  /// Once a frame: takes finished probes, and continues with those that the view shows.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return probes_.busy(); }

 private:
  /// The question of the probes.
  struct Question {
    std::shared_ptr<const Model> model;
    Text text = Text::Target;
    const ProbeLabel* label = nullptr;
    friend bool operator==(const Question&, const Question&) = default;
  };

  void find_stacks(const AnalysisInput& input);
  void update_probes(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  std::vector<ProbedStack> stacks_;
  std::shared_ptr<const Model> stacks_of_;
  Course<Question, ProbeReport> probes_;
  std::shared_ptr<const ProbeResults> results_;
};

/// The most stored steps of the history.
constexpr std::size_t kMostProbedSteps = 24;

}  // namespace

void ProbeAnalyses::update(const AnalysisInput& input) {
  const bool shown =
      on_stage(input.state, probes::kFeature) && probes::kFeature.offered(input.trace->config());
  if (!shown) return probes_.rest();
  find_stacks(input);
  if (!stacks_.empty()) update_probes(input);
  publish_changed(results_, ProbeResults{stacks_, probes_.now(), probes_.kept(), probes_.error()});
}

void ProbeAnalyses::find_stacks(const AnalysisInput& input) {
  const Experiment& open = input.model.experiment;
  if (stacks_of_ == open.model) return;
  stacks_of_ = open.model;
  stacks_.clear();
  if (!open.task) return;
  const ModelConfig& config = open.model->config();
  for (const Text text : probed_texts(config)) {
    ProbedStack stack = probed_stack(open, text);
    if (!known_labels(stack).empty()) stacks_.push_back(std::move(stack));
  }
}

void ProbeAnalyses::update_probes(const AnalysisInput& input) {
  const ProbesChoice& choice = input.state.choices.of<ProbesChoice>();
  const ProbedStack& stack = chosen_stack(choice, stacks_);
  const ProbeLabel* const label = &chosen_label(choice, stack);
  const CourseSteps steps{.kept = choice.shows_training() ? kMostProbedSteps : 0, .waits = !choice.course};
  probes_.update(input, {input.model.experiment.model, stack.text, label}, steps,
                 [open = input.model.experiment, stack, label, choice = device_](const SnapshotPtr& snapshot,
                                                                                 const StopToken& stop) {
                   const std::shared_ptr<AttentionDevice> device = choice.get();
                   ProbeSettings settings;
                   settings.fit.goes_on = [&stop] { return !stop.stop_requested(); };
                   return probe_layers(*open.model, *open.vocabularies, *open.task, snapshot->weights, stack,
                                       *label, settings, device.get());
                 });
}

void ProbeAnalyses::clear() {
  probes_.clear();
  stacks_.clear();
  stacks_of_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_probe_analyses(const AnalysisTools& tools) {
  return std::make_unique<ProbeAnalyses>(tools);
}

}  // namespace attnlab
