// Probe analyses: linear probes at the step on screen and at the kept steps, for the view Probes.
#include <optional>

#include "app/features/probes/choice.h"
#include "app/features/probes/chosen.h"
#include "app/features/probes/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "core/models/model.h"
#include "core/ops/attention/attention_device.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {
namespace {

class ProbeAnalyses final : public Analysis {
 public:
  explicit ProbeAnalyses(const AnalysisTools& tools) : device_(tools.device), probes_(tools.wake) {}

  /// Once a frame: takes finished probes, and goes on with those that the view shows.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return probes_.busy(); }

 private:
  /// What the probes look for.
  struct Question {
    std::shared_ptr<const Model> model;
    Text text = Text::Target;
    const ProbeLabel* label = nullptr;
    friend bool operator==(const Question&, const Question&) = default;
  };

  void find_stacks(const AnalysisInput& input);
  void ask(const Question& question);
  void update_probes(const AnalysisInput& input, const ProbedStack& stack);
  void make_results();

  AttentionDeviceChoice device_;
  LookedAt looked_at_;
  std::vector<ProbedStack> stacks_;
  std::shared_ptr<const Model> stacks_of_;
  std::optional<Question> question_;
  std::vector<StatePtr> kept_;
  AtStep<ProbeReport> newest_;  ///< that was worked out
  ByStep<ProbeReport> probes_;
  std::shared_ptr<const ProbeResults> results_;
};

/// Kept steps of the course, at most.
constexpr std::size_t kMostProbedSteps = 24;

}  // namespace

void ProbeAnalyses::update(const AnalysisInput& input) {
  const Experiment& open = input.model.experiment;
  const bool shown =
      on_stage(input.state, probes::kFeature) && probes::kFeature.offered(input.trace->config());
  if (!shown) return probes_.update({}, {});
  find_stacks(input);
  if (!stacks_.empty()) {
    const ProbesChoice& choice = input.state.choices.of<ProbesChoice>();
    const ProbedStack& stack = chosen_stack(choice, stacks_);
    ask({open.model, stack.text, &chosen_label(choice, stack)});
    update_probes(input, stack);
  }
  make_results();
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

/// Another question begins anew; what is being worked out for the old one ends soon.
void ProbeAnalyses::ask(const Question& question) {
  if (question_ == question) return;
  probes_.clear();
  newest_ = {};
  question_ = question;
}

void ProbeAnalyses::update_probes(const AnalysisInput& input, const ProbedStack& stack) {
  const ProbesChoice& choice = input.state.choices.of<ProbesChoice>();
  const SnapshotPtr& now = looked_at_.at(input);
  std::vector<SnapshotPtr> wanted{now};
  kept_.clear();
  if (choice.shows_training() && input.timeline)
    kept_ =
        spaced_states(*input.timeline, kMostProbedSteps, input.learns ? Newest::IfSpaced : Newest::Always);
  if (choice.course)
    for (const std::size_t i : coarse_first(kept_.size())) wanted.push_back(kept_[i]->snapshot);
  probes_.update(
      wanted,
      [open = input.model.experiment, stack, label = question_->label, choice = device_](
          const SnapshotPtr& snapshot, const StopToken& stop) {
        const std::shared_ptr<AttentionDevice> device = choice.get();
        ProbeSettings settings;
        settings.fit.goes_on = [&stop] { return !stop.stop_requested(); };
        return probe_layers(*open.model, *open.vocabularies, *open.task, snapshot->weights, stack, *label,
                            settings, device.get());
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
  if (const auto found = probes_.find(now)) newest_ = {now->step, found};
}

void ProbeAnalyses::make_results() {
  ProbeResults next;
  next.stacks = stacks_;
  next.now = newest_;
  for (const StatePtr& state : kept_) next.course.push_back({state->step(), probes_.find(state->snapshot)});
  next.error = probes_.error();
  results_ = std::make_shared<const ProbeResults>(std::move(next));
}

void ProbeAnalyses::clear() {
  probes_.clear();
  looked_at_.clear();
  stacks_.clear();
  stacks_of_ = nullptr;
  question_.reset();
  kept_.clear();
  newest_ = {};
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_probe_analyses(const AnalysisTools& tools) {
  return std::make_unique<ProbeAnalyses>(tools);
}

}  // namespace attnlab
