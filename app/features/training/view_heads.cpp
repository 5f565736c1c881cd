// Heads over time: the choice of the head, its weights at kept steps, and their measures.
#include "app/feature/results.h"
#include "app/features/training/view_heads_frame.h"
#include "app/views/common/head_measures.h"
#include "app/views/common/stage_frame.h"
#include "app/views/runs/past_steps.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

void draw_choice(const TrainingFrame& training) {
  const ViewModel& model = training.model;
  const StageFrame stage{model, training.emit, *model.trace, model.state.selection, {}, {}, {}, {}};
  draw_head_selectors(stage);
  if (model.trace->config().heads < 2) return;
  constexpr const char* kChoices[] = {"this head", "all heads"};
  ImGui::SameLine(0, em() * 1.5f);
  if (ImGui::GetContentRegionAvail().x < segmented_width(kChoices)) ImGui::NewLine();
  int chosen = training.choice.all_heads ? 1 : 0;
  if (segmented("heads_then.whole", kChoices, chosen)) training.choose("all_heads", chosen ? "on" : "off");
}

}  // namespace

void draw_training_heads(const TrainingFrame& training) {
  const ViewModel& model = training.model;
  const ModelConfig& config = model.trace->config();
  if (!has_timeline(model))
    return empty_note("No past steps are kept of this model.", "Let it learn, and its heads can be watched.");
  draw_choice(training);
  const auto& history = model.analyses->of<AttentionHistory>();
  if (history && !history->error.empty()) return empty_note(history->error, "");
  ImGui::BeginChild("heads_then", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (history && history->attention == attention_prefix(model.state.selection) && !history->steps.empty()) {
    ImGui::Dummy({0, em() * 0.2f});
    draw_heads_strip(training, *history, config.heads);
    draw_heads_curves(training, *history, config.heads);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
