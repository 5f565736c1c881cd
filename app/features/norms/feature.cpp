// The view Norms: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/norms/choice.h"
#include "core/models/model_config.h"

namespace attnlab {
namespace {

Fields norms_fields(Choices& choices) {
  NormsChoice& c = choices.of<NormsChoice>();
  return {{"norm", &c.norm, "the norm looked at"},
          {"part", &c.part, "what is shown", {}, {}, {"tokens", "layers", "kinds", "depth"}},
          {"statistic", &c.statistic, "of tokens by layer", {}, {}, {"mean", "deviation", "size"}},
          {"experiment", &c.experiment, "pre- and post-norm models are trained"},
          {"steps", &c.steps, "for so many steps", 1, 5000},
          {"layers", &c.layers, "so deep", 2, 16}};
}

std::string_view no_norms(const ModelConfig&) { return "it has no norms"; }

void forget_norms(Choices& choices) { choices.of<NormsChoice>().norm.clear(); }

}  // namespace

std::unique_ptr<Analysis> make_norm_analysis(const AnalysisTools& tools);

namespace norms {

const Feature kFeature = {.name = "norms",
                          .title = "Norms",
                          .group = &kPassGroup,
                          .term = "layer normalization",
                          .key = "5",
                          .shared = {.layers = true, .matrices = true},
                          .options = norms_fields,
                          .forget_model = forget_norms,
                          .offered = is_transformer,
                          .why_not = no_norms,
                          .analysis = make_norm_analysis};

}  // namespace norms

}  // namespace attnlab
