// The view Positions: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/positions/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/shuffle_test.h"
#include "core/language/messages.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

class ShuffleAnalysis final : public Analysis {
 public:
  explicit ShuffleAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    job_.take();
    const PositionsChoice& choice = input.state.choices.of<PositionsChoice>();
    if (!choice.shuffle || !on_stage(input.state, positions::kFeature) ||
        !is_transformer(input.trace->config()))
      return;
    job_.ask({input.trace, choice.order},
             [tracer = input.model.tracer, trace = input.trace, request = input.request,
              order = choice.order](StopToken) { return shuffle_test(*tracer, *trace, *request, order); });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<std::pair<TracePtr, Index>, ShuffleTest> job_;  ///< by trace and order of tokens
};

std::unique_ptr<Analysis> make_shuffle_analysis(const AnalysisTools& tools) {
  return std::make_unique<ShuffleAnalysis>(tools);
}

/// The model's own scheme, and all schemes to compare it with.
std::vector<Choice> position_kinds() {
  std::vector<Choice> kinds = {"model"};
  for (const PositionScheme& scheme : position_schemes())
    if (scheme.encodes_positions()) kinds.emplace_back(scheme.name, scheme.title);
  return kinds;
}

/// Why the architecture does not have positions; "" if it does.
std::string_view why_no_positions(const ModelConfig& config) { return architecture_of(config).no_positions; }
bool knows_positions(const ModelConfig& config) { return why_no_positions(config).empty(); }

Fields positions_fields(Choices& choices) {
  PositionsChoice& c = choices.of<PositionsChoice>();
  return {{"kind", &c.kind, tr_mark("how positions are encoded"), {}, {}, position_kinds()},
          {"position", &c.position, tr_mark("position on the waves, from which similarity is measured"), 0},
          {"first_dimension", &c.first_dimension, tr_mark("first dimension that is drawn as a wave"), 0},
          {"every", &c.every, tr_mark("number of dimensions from one wave to the next"), 1},
          {"dimensions", &c.dimensions, tr_mark("number of waves"), 1, 8},
          {"cosine", &c.cosine, tr_mark("whether similarity is the cosine instead of the dot product")},
          {"shuffle", &c.shuffle, tr_mark("whether the shuffle test is shown")},
          {"order", &c.order, tr_mark("which order of the tokens is tested"), 0}};
}

}  // namespace

namespace positions {

const Feature kFeature = {.name = "positions",
                          .title = tr_mark("Positions"),
                          .group = &kPassGroup,
                          .term = "positional encoding",
                          .key = "3",
                          .shared = {.matrices = true},
                          .options = positions_fields,
                          .offered = knows_positions,
                          .why_not = why_no_positions,
                          .analysis = make_shuffle_analysis};

}  // namespace positions

}  // namespace attnlab
