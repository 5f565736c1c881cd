// Training analyses: the samples and the heads of past steps, and the search for a learning rate, for the
// view Training.
#include "app/features/training/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/analyses/course.h"
#include "core/ops/attention/attention_device_choice.h"
#include "core/training/run/rate_finder.h"

namespace attnlab {
namespace {

class TrainingAnalyses final : public Analysis {
 public:
  explicit TrainingAnalyses(const AnalysisTools& tools)
      : device_(tools.device), samples_(tools.wake), frames_(tools.wake), rates_(tools.wake) {}

  /// Once a frame: takes finished values, and continues with the part on the stage.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override {
    results.set(sample_history_);
    results.set(attention_history_);
    results.set(rates_.result(), rates_.error(), rates_.busy());
  }
  bool busy() const override { return samples_.busy() || frames_.busy() || rates_.busy(); }

 private:
  /// What the heads depend on, besides the weights.
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
  Course<std::shared_ptr<const Model>, Samples> samples_;
  Course<Reading, HeadFrames> frames_;
  std::shared_ptr<const std::vector<Example>> probes_;
  std::shared_ptr<const SampleHistory> sample_history_;
  std::shared_ptr<const AttentionHistory> attention_history_;
  GrowingJob<Index, RateCourse> rates_;  ///< by the number of the search
  Index searched_ = 0;                   ///< the number of the last search that began
};

constexpr Index kProbes = 8;
/// The most columns of the map of samples, and points of the curves of heads.
constexpr std::size_t kMostKeptSteps = 64;

/// Whether the stage shows a part that is computed from past steps so.
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
    samples_.rest();
    sample_history_ = nullptr;
  }
  if (trained && shows(input.state, TrainingChoice::Past::OfAttention) && !attentions_of(config).empty()) {
    update_attention(input);
  } else {
    frames_.rest();
    attention_history_ = nullptr;
  }
}

void TrainingAnalyses::update_samples(const AnalysisInput& input) {
  const Experiment& e = input.model.experiment;
  if (!probes_) probes_ = std::make_shared<const std::vector<Example>>(sample_probes(*e.task, kProbes));
  samples_.update(input, e.model, {.kept = kMostKeptSteps},
                  [model = e.model, v = e.vocabularies, probes = probes_, choice = device_](
                      const SnapshotPtr& snapshot, const StopToken&) {
                    const std::shared_ptr<AttentionDevice> device = choice.get();
                    Samples all;
                    for (const Example& probe : *probes)
                      all.push_back(decode_sample(*model, *v, snapshot->weights, probe, device.get()));
                    return all;
                  });
  publish_changed(sample_history_, SampleHistory{probes_, samples_.kept(), samples_.now(), samples_.version(),
                                                 samples_.error()});
}

void TrainingAnalyses::update_attention(const AnalysisInput& input) {
  TraceRequest request = *input.request;
  request.gradients = false;
  const std::string attention = attention_prefix(input.state.selection);
  frames_.update(
      input,
      {attention, request.source, request.target, request.picture, request.generate_target,
       input.trace->edits},
      {.now = false, .kept = kMostKeptSteps},
      [tracer = input.model.tracer, request, attention](const SnapshotPtr& snapshot, const StopToken&) {
        return attention_frame(*tracer->trace(snapshot, request), attention, kThumbnailCells);
      });
  publish_changed(attention_history_,
                  AttentionHistory{attention, frames_.kept(), frames_.version(), frames_.error()});
}

/// A search continues whatever is on the stage. A new one starts for a number that was not requested before,
/// so that neither undo nor another run starts one.
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
  sample_history_ = nullptr;
  attention_history_ = nullptr;
}

std::unique_ptr<Analysis> make_training_analyses(const AnalysisTools& tools) {
  return std::make_unique<TrainingAnalyses>(tools);
}

}  // namespace attnlab
