// Cost: what a model takes in parameters, work, memory and time.
// Script names: cost.part[0,i] are the parts, cost.of[0,i] which model is counted, cost.known.NAME a model
// from the literature, cost.sizes takes a model's sizes; sliders have the names of options: cost.context,
// cost.width, cost.layers, cost.heads, cost.key_value_heads, cost.feed_forward, cost.vocabulary, cost.window;
// more in layers.cpp, attention.cpp and seconds.cpp.
#include "app/features/cost/choice.h"
#include "app/features/cost/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

struct CostPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const CostFrame& frame);
};
constexpr CostPart kCostParts[] = {{"parameters", "Parameters", draw_cost_parameters},
                                   {"layers", "Layers", draw_cost_layers},
                                   {"attention", "Attention", draw_cost_attention},
                                   {"seconds", "Seconds", draw_cost_seconds}};

/// The counts of the model that was counted last.
struct LastCounted {
  const KnownModel* known = nullptr;
  std::optional<CountedModel> counted;
};

CountedModel count_model(const ModelConfig& config, const KnownModel* known) {
  const auto made = make_model(config);
  CountedModel counted{config, count_cost(config, made->parameters(), config.context),
                       parameter_lines(config, made->parameters()), 0, count_pass(config, config.context)};
  if (known && !known->agrees(counted.cost.parameters))
    counted.fitting_vocabulary = vocabulary_for(config, known->parameters);
  return counted;
}

const CountedModel& counted_of(const ViewModel& model, const ModelConfig& config, const KnownModel* known) {
  LastCounted& last = model.remembered<LastCounted>();
  if (!last.counted || last.known != known || last.counted->config != config)
    last = {known, count_model(config, known)};
  return *last.counted;
}

void draw_cost(const ViewModel& model, const Emit& emit) {
  const CostChoice& choice = model.state.choices.of<CostChoice>();
  const KnownModel* known = choice.of == "known" ? &known_model(choice.known) : nullptr;
  const CostFrame frame{model, emit, choice, known,
                        counted_of(model, counted_config(choice, model.trace->config()), known)};
  const CostPart& part = choose_row("cost.part", kCostParts, choice.part,
                                    [&](const std::string& name) { frame.choose("part", name); });
  draw_cost_model(frame);
  ImGui::BeginChild("cost", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  part.draw(frame);
  ImGui::EndChild();
}

}  // namespace

namespace cost {
extern const ViewPage kPage = {.draw = draw_cost, .of_pass = false};
}

}  // namespace attnlab
