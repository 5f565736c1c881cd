// Generation analysis: the model's continuation of the text on screen, for the view Generation.
#include "app/features/generation/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/ops/attention/attention_device.h"
#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

/// What is to be answered, or the text to continue: the question or, without a question, the whole text.
Batch prompt_of(Format format, const Vocabularies& v, const Example& example) {
  if (writes_answer(format)) return encode_example(format, v, {example.source, "", example.picture});
  return encode_text(v, "", example.source.empty() ? example.target : example.source);
}

/// The options that the result depends on; those of the display are set to their defaults.
GenerationChoice decisive(GenerationChoice choice) {
  const GenerationChoice standard;
  if (!choice.searches()) choice.part = standard.part;
  choice.step = choice.rank = choice.hypothesis = 0;
  choice.cache = standard.cache;
  return choice;
}

GenerationResult generate_for(const Model& model, std::span<const Real> weights, const Batch& batch,
                              const StopTokens& stop, const GenerationChoice& choice, AttentionDevice* device,
                              const StopToken& token) {
  GenerationResult result;
  result.choice = choice;
  if (choice.searches()) {
    result.sampled.prompt = batch.input;
    result.beams = beam_search(model, weights, batch, stop,
                               {choice.beams, choice.length_penalty, choice.tokens}, {.device = device});
  } else {
    result.sampled = report_decoding(
        model, weights, batch, stop, {choice.temperature, choice.top_k, choice.top_p}, choice.tokens,
        static_cast<std::uint64_t>(choice.seed), [&] { return !token.stop_requested(); }, device);
  }
  return result;
}

class GenerationAnalysis final : public Analysis {
 public:
  explicit GenerationAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    job_.take();
    const Format format = format_of(input.trace->config());
    if (!on_stage(input.state, generation::kFeature) || !writes_text(format)) return;
    const Key key{input.trace->snapshot(), input.request->source, input.request->target,
                  input.request->picture, decisive(input.state.choices.of<GenerationChoice>())};
    job_.ask(key, [key, format, model = input.model.experiment.model, v = input.model.experiment.vocabularies,
                   choice = device_](const StopToken& token) {
      const std::shared_ptr<AttentionDevice> device = choice.get();
      return generate_for(*model, key.snapshot->weights,
                          prompt_of(format, *v, {key.source, key.target, key.picture}), v->target.ends(),
                          key.choice, device.get(), token);
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  /// All that a continuation depends on.
  struct Key {
    SnapshotPtr snapshot;
    std::string source, target;
    std::shared_ptr<const Picture> picture;
    GenerationChoice choice;
    friend bool operator==(const Key&, const Key&) = default;
  };

  AttentionDeviceChoice device_;
  LatestJob<Key, GenerationResult> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_generation_analysis(const AnalysisTools& tools) {
  return std::make_unique<GenerationAnalysis>(tools);
}

}  // namespace attnlab
