// Analyses: one job for each kind of analysis.
#include "app/state/analyses/analyses.h"

#include "app/state/choices/picture_choice.h"
#include "app/state/token_text.h"
#include "core/analysis/experiments/shuffle_test.h"
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

}  // namespace

void Analyses::update_generation(const AnalysisInput& input) {
  generation_.take();
  const Format format = format_of(input.trace->config());
  if (!on_stage(input.state, kGenerationView)) return;
  if (!writes_text(format)) return;
  GenerationKey key{input.trace->snapshot(), input.request->source, input.request->target,
                    input.request->picture, decisive(input.state.choices.generation)};
  generation_.ask(key, [key, format, model = input.model.experiment.model,
                        v = input.model.experiment.vocabularies, choice = device_](const StopToken& token) {
    const std::shared_ptr<AttentionDevice> device = choice.get();
    return generate_for(*model, key.snapshot->weights,
                        prompt_of(format, *v, {key.source, key.target, key.picture}), v->target.ends(),
                        key.choice, device.get(), token);
  });
}

void Analyses::update(const AnalysisInput& input) {
  head_overview_.take();
  head_effects_.take();
  const bool heads = !attentions_of(input.trace->config()).empty();
  if (heads && (on_stage(input.state, kHeadsView) || on_stage(input.state, kMapView)))
    head_overview_.ask(input.trace, [trace = input.trace](StopToken) {
      return attnlab::head_overview(*trace, kThumbnailCells);
    });
  if (heads && on_stage(input.state, kHeadsView)) {
    head_effects_.ask(input.trace,
                      [tracer = input.model.tracer, trace = input.trace, request = input.request](StopToken) {
                        return attnlab::head_effects(*tracer, *trace, *request, HeadEdit::How::Zero);
                      });
  }
  update_generation(input);
  update_shuffle(input);
  update_norms(input);
  update_tiles_walk(input);
  update_text_levels(input);
  update_pass_times(input);
  training_.update(input);
  experts_.update(input);
  update_pictures(input);
  lengths_.update(input);
  recurrence_.update(input);
  residual_.update(input);
  circuits_.update(input);
  vectors_.update(input);
  patching_.update(input);
  neurons_.update(input);
  models_.update(input);
  landscape_.update(input);
  contributions_.update(input);
  attribution_.update(input);
  probes_.update(input);
  results_ = {.head_overview = head_overview_.result(),
              .head_effects = head_effects_.result(),
              .generation = generation_.result(),
              .generation_error = generation_.error(),
              .shuffle = shuffle_.result(),
              .norms = norms_.result(),
              .norms_error = norms_.error(),
              .tiles_walk = tiles_walk_.result(),
              .text_levels = text_levels_.result(),
              .samples = training_.samples(),
              .attention = training_.attention(),
              .rates = training_.rates(),
              .rates_error = training_.rates_error(),
              .tries_rates = training_.tries_rates(),
              .experts = experts_.results(),
              .vectors = vectors_.results(),
              .recurrence = recurrence_.results(),
              .circuits = circuits_.results(),
              .probes = probes_.results(),
              .pictures = pictures_.result(),
              .pass_times = pass_times_.result(),
              .pass_times_error = pass_times_.error(),
              .times_passes = pass_times_.busy(),
              .lengths = lengths_.result(),
              .lengths_error = lengths_.error(),
              .patching = patching_.results(),
              .residual = residual_.results(),
              .neurons = neurons_.results(),
              .models = models_.results(),
              .landscape = landscape_.results(),
              .attribution = attribution_.results(),
              .contributions = contributions_.result(),
              .contribution_course = contributions_.course(),
              .contributions_error = contributions_.error(),
              .changes = input.changes()};
  if (norms_.busy() && norms_so_far_) results_.norms = norms_so_far_->get();
}

void Analyses::update_shuffle(const AnalysisInput& input) {
  shuffle_.take();
  const PositionsChoice& choice = input.state.choices.positions;
  if (!choice.shuffle || !on_stage(input.state, kPositionsView) || !is_transformer(input.trace->config()))
    return;
  shuffle_.ask({input.trace, choice.order},
               [tracer = input.model.tracer, trace = input.trace, request = input.request,
                order = choice.order](StopToken) { return shuffle_test(*tracer, *trace, *request, order); });
}

/// The experiment continues whatever view is on the stage, until it ends or is switched off.
void Analyses::update_norms(const AnalysisInput& input) {
  norms_.take();
  const NormsChoice& choice = input.state.choices.norms;
  const Experiment& open = input.model.experiment;
  if (!choice.experiment || !open.task || !has_norms_to_place(open.preset.model)) {
    norms_so_far_.reset();
    return norms_.clear();
  }
  const NormExperimentSettings wanted{choice.layers, choice.steps};
  if (norms_.asked_for(wanted)) return;
  const auto so_far = std::make_shared<LatestValue<NormExperiment>>();
  const auto work = [open, wanted, so_far, wake = wake_, device = device_](const StopToken& stop) {
    return norm_experiment(
        open, wanted, stop,
        [&](const NormExperiment& now) {
          so_far->set(now);
          wake();
        },
        device);
  };
  if (norms_.ask(wanted, work, WhenBusy::Restart)) norms_so_far_ = so_far;
}

/// No walk begins while the pass on screen changes faster than a walk could be seen.
void Analyses::update_tiles_walk(const AnalysisInput& input) {
  tiles_walk_.take();
  const std::shared_ptr<AttentionDevice> device = device_.get();
  if (!device || input.changes() || !on_stage(input.state, kTilesView)) return;
  const TilesPlace place = tiles_place(input.state, *input.trace);
  tiles_walk_.ask({input.trace, place}, [device, trace = input.trace, place](StopToken) {
    return walk_on_device(*device, trace, place);
  });
}

/// Other levels of tokens than the model's, once for each text of a model.
void Analyses::update_text_levels(const AnalysisInput& input) {
  text_levels_.take();
  if (!on_stage(input.state, kTokensView) || !kTokensView.offered(input.trace->config())) return;
  const Experiment& open = input.model.experiment;
  const TextSide side = token_side(input.state, *input.trace);
  text_levels_.ask(
      {open.vocabularies, side},
      [task = open.task, config = open.preset.task, vocabularies = open.vocabularies,
       side](const StopToken& stop) {
        return ShownLevels{vocabularies, side,
                           learn_levels(task.get(), config, vocabularies, text_of_side(side), stop)};
      },
      WhenBusy::Restart);
}

/// Passes are timed where somebody asked for it, and again where another device computes.
void Analyses::update_pass_times(const AnalysisInput& input) {
  pass_times_.take();
  const Index measurement = input.state.choices.cost.measurement;
  if (measurement == 0) return pass_times_.clear();
  if (!on_stage(input.state, kCostView)) return;
  const std::shared_ptr<AttentionDevice> device = device_.get();
  const PassTimesKey key{measurement, input.model.experiment.model, device ? device->description() : ""};
  pass_times_.ask(key, [model = key.model, device, snapshot = input.trace->snapshot()](StopToken stop) {
    return time_passes(*model, snapshot->weights, device.get(), {}, [&] { return !stop.stop_requested(); });
  });
}

void Analyses::update_pictures(const AnalysisInput& input) {
  pictures_.take();
  const PicturesChoice& choice = input.state.choices.pictures;
  const std::optional<PatchGrid> grid = patch_grid(*input.trace);
  if (!grid || !on_stage(input.state, kPicturesView)) return;
  const bool rollout = choice.part == "rollout", positions = choice.part == "positions";
  if (!rollout && !positions) return;
  PictureQuestion question{input.trace, rollout ? followed_by(input.state, *grid) : AskedBy(), positions};
  pictures_.ask(question, [question](StopToken) { return answered(question); });
}

void Analyses::clear() {
  head_overview_.clear();
  head_effects_.clear();
  generation_.clear();
  shuffle_.clear();
  norms_.clear();
  tiles_walk_.clear();
  text_levels_.clear();
  pass_times_.clear();
  training_.clear();
  experts_.clear();
  vectors_.clear();
  probes_.clear();
  recurrence_.clear();
  residual_.clear();
  circuits_.clear();
  lengths_.clear();
  patching_.clear();
  pictures_.clear();
  neurons_.clear();
  models_.clear();
  landscape_.clear();
  contributions_.clear();
  attribution_.clear();
  results_ = {};
}

}  // namespace attnlab
