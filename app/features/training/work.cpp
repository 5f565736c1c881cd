// Training analyses: the samples and the heads of past steps, and learning rates that are tried, for the view
// Training.
#include <optional>

#include "app/features/training/choice.h"
#include "app/features/training/results.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/looked_at.h"
#include "app/state/by_step.h"
#include "app/state/latest_job.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/run/rate_finder.h"
#include "core/training/run/spaced_states.h"

namespace attnlab {
namespace {

class TrainingAnalyses final : public Analysis {
 public:
  explicit TrainingAnalyses(const AnalysisTools& tools)
      : device_(tools.device), samples_(tools.wake), frames_(tools.wake), rates_(tools.wake) {}

  /// Once a frame: takes finished values, and goes on with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override {
    results.set(sample_history_);
    results.set(attention_history_);
    results.set(rates_.result(), rates_.error(), rates_.busy());
  }
  bool busy() const override { return samples_.busy() || frames_.busy() || rates_.busy(); }

 private:
  /// What the heads depend on beside the weights.
  struct Reading {
    std::string attention, source, target;
    std::shared_ptr<const Picture> picture;
    bool generate_target = false;
    std::vector<std::string> edits;
    friend bool operator==(const Reading&, const Reading&) = default;
  };
  void update_samples(const AnalysisInput& input);
  void update_attention(const AnalysisInput& input);
  void update_rates(const AnalysisInput& input);

  AttentionDeviceChoice device_;
  ByStep<Samples> samples_;
  ByStep<HeadFrames> frames_;
  std::shared_ptr<const std::vector<Example>> probes_;
  LookedAt looked_at_;
  std::optional<Reading> reading_;
  std::shared_ptr<const SampleHistory> sample_history_;
  std::shared_ptr<const AttentionHistory> attention_history_;
  GrowingJob<Index, RateCourse> rates_;  ///< by the number of the search
  Index searched_ = 0;                   ///< the number of the last search that began
};

constexpr Index kProbes = 8;
/// The most columns of the map of samples, and points of the curves of heads.
constexpr std::size_t kMostSteps = 64;

std::vector<StatePtr> states_of(const AnalysisInput& input) {
  return spaced_states(*input.timeline, kMostSteps, input.learns ? Newest::IfSpaced : Newest::Always);
}

/// All states, ordered so that the first few are spread over the run.
std::vector<SnapshotPtr> in_coarse_order(const std::vector<StatePtr>& states) {
  std::vector<SnapshotPtr> wanted;
  for (const std::size_t i : coarse_first(states.size())) wanted.push_back(states[i]->snapshot);
  return wanted;
}

template <typename Value>
std::vector<AtStep<Value>> values_at(const std::vector<StatePtr>& states, const ByStep<Value>& known) {
  std::vector<AtStep<Value>> all;
  for (const StatePtr& state : states) all.push_back({state->step(), known.find(state->snapshot)});
  return all;
}

template <typename Value>
bool same_steps(const std::vector<AtStep<Value>>& steps, const std::vector<StatePtr>& states) {
  return std::ranges::equal(steps, states, {}, &AtStep<Value>::step, &TrainingState::step);
}

/// Whether the stage shows what is worked out of past steps so.
bool shows(const AppState& state, TrainingChoice::Past past) {
  return on_stage(state, training::kFeature) && state.choices.of<TrainingChoice>().past() == past;
}

}  // namespace

void TrainingAnalyses::update(const AnalysisInput& input) {
  update_rates(input);
  const bool trained = input.timeline && !input.timeline->states.empty() && input.model.experiment.task;
  const ModelConfig& config = input.model.experiment.preset.model;
  if (trained && shows(input.state, TrainingChoice::Past::OfSamples) && has_samples(format_of(config))) {
    update_samples(input);
  } else {
    samples_.update({}, {});
    sample_history_ = nullptr;
  }
  if (trained && shows(input.state, TrainingChoice::Past::OfAttention) && !attentions_of(config).empty()) {
    update_attention(input);
  } else {
    frames_.update({}, {});
    attention_history_ = nullptr;
  }
}

void TrainingAnalyses::update_samples(const AnalysisInput& input) {
  const Experiment& e = input.model.experiment;
  if (!probes_) probes_ = std::make_shared<const std::vector<Example>>(sample_probes(*e.task, kProbes));
  const std::vector<StatePtr> states = states_of(input);
  const SnapshotPtr now = looked_at_.at(input);
  std::vector<SnapshotPtr> wanted = in_coarse_order(states);
  wanted.insert(wanted.begin(), now);
  samples_.update(
      wanted,
      [model = e.model, v = e.vocabularies, probes = probes_, choice = device_](const SnapshotPtr& snapshot,
                                                                                const StopToken&) {
        const std::shared_ptr<AttentionDevice> device = choice.get();
        Samples all;
        for (const Example& probe : *probes)
          all.push_back(decode_sample(*model, *v, snapshot->weights, probe, device.get()));
        return all;
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
  const auto at_now = samples_.find(now);
  const SampleHistory* before = sample_history_.get();
  if (before && before->version == samples_.version() && same_steps(before->steps, states) &&
      before->error == samples_.error() && (!at_now || before->now.value == at_now))
    return;
  auto next = std::make_shared<SampleHistory>();
  *next = {probes_, values_at(states, samples_), {}, samples_.version(), samples_.error()};
  next->now = at_now || !before ? AtStep<Samples>{now->step, at_now} : before->now;
  sample_history_ = std::move(next);
}

void TrainingAnalyses::update_attention(const AnalysisInput& input) {
  TraceRequest request = *input.request;
  request.gradients = false;
  Reading reading{attention_prefix(input.state.selection),
                  request.source,
                  request.target,
                  request.picture,
                  request.generate_target,
                  input.trace->edits};
  if (!reading_ || *reading_ != reading) {
    frames_.clear();
    reading_ = reading;
    attention_history_ = nullptr;
  }
  const std::vector<StatePtr> states = states_of(input);
  frames_.update(
      in_coarse_order(states),
      [tracer = input.model.tracer, request, attention = reading.attention](const SnapshotPtr& snapshot,
                                                                            const StopToken&) {
        return attention_frame(*tracer->trace(snapshot, request), attention, kThumbnailCells);
      },
      input.learns ? WorkPace::Gentle : WorkPace::Full);
  const AttentionHistory* before = attention_history_.get();
  if (before && before->version == frames_.version() && same_steps(before->steps, states) &&
      before->error == frames_.error())
    return;
  attention_history_ = std::make_shared<const AttentionHistory>(
      AttentionHistory{reading.attention, values_at(states, frames_), frames_.version(), frames_.error()});
}

/// A search goes on whatever is on the stage. One begins for a number that was not asked for before, so that
/// neither undo nor another run begins one.
void TrainingAnalyses::update_rates(const AnalysisInput& input) {
  rates_.take();
  const Index wanted = input.state.choices.of<TrainingChoice>().rate_search;
  if (wanted <= searched_ || !input.timeline || input.timeline->states.empty() ||
      !input.model.experiment.task)
    return;
  const auto work = [e = input.model.experiment, start = input.timeline->states.back(), device = device_](
                        const StopToken& stop, const auto& tell) {
    return find_rate(e.model, e.task, *start, RateSearch(), stop, tell, device);
  };
  if (rates_.ask(wanted, work)) searched_ = wanted;
}

void TrainingAnalyses::clear() {
  rates_.clear();
  samples_.clear();
  frames_.clear();
  probes_ = nullptr;
  looked_at_.clear();
  reading_.reset();
  sample_history_ = nullptr;
  attention_history_ = nullptr;
}

std::unique_ptr<Analysis> make_training_analyses(const AnalysisTools& tools) {
  return std::make_unique<TrainingAnalyses>(tools);
}

}  // namespace attnlab
