// The view Positions: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/positions/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/analysis/experiments/shuffle_test.h"
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
  LatestJob<std::pair<TracePtr, Index>, ShuffleTest> job_;  ///< by trace and order of words
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

/// Why the architecture has no positions; "" for an architecture with positions.
std::string_view why_no_positions(const ModelConfig& config) { return architecture_of(config).no_positions; }
bool knows_positions(const ModelConfig& config) { return why_no_positions(config).empty(); }

Fields positions_fields(Choices& choices) {
  PositionsChoice& c = choices.of<PositionsChoice>();
  return {{"kind", &c.kind, "how positions are encoded", {}, {}, position_kinds()},
          {"position", &c.position, "position on the waves, which similarity is measured from", 0},
          {"first_dimension", &c.first_dimension, "first of the waves", 0},
          {"every", &c.every, "dimensions from one wave to the next", 1},
          {"dimensions", &c.dimensions, "how many waves", 1, 8},
          {"cosine", &c.cosine, "similarity as the cosine"},
          {"shuffle", &c.shuffle, "the shuffle test"},
          {"order", &c.order, "which order of the words is tried", 0}};
}

}  // namespace

namespace positions {

const Feature kFeature = {.name = "positions",
                          .title = "Positions",
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
