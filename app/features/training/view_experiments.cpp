// Experiments of one click: models that differ in one choice, from one seed, with curves in one plot; beside
// them a sweep.
#include <optional>
#include <vector>

#include "app/base/format.h"
#include "app/features/training/view_frame.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/training/sweep/variants.h"

namespace attnlab {
namespace {

/// State of this view alone.
struct ExperimentChoice {
  bool together = false;  ///< whether all runs learn at once
  std::optional<Preset> of;
  std::vector<std::vector<Variant>> variants{};  ///< of that preset, for each of variant_kinds()
};

void look_up_variants(ExperimentChoice& choice, const Preset& preset) {
  if (choice.of == preset) return;
  choice.of = preset;
  choice.variants.clear();
  for (const VariantKind& kind : variant_kinds()) choice.variants.push_back(variants_of(kind.name, preset));
}

std::string names_of(const std::vector<Variant>& variants) {
  std::string text;
  for (const Variant& variant : variants) text += (text.empty() ? "" : " · ") + variant.name;
  return text;
}

void draw_experiment(const TrainingFrame& frame, const VariantKind& kind,
                     const std::vector<Variant>& variants, AtOnce at_once) {
  if (variants.empty()) return;
  const float button = em() * 6;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (text_button(("experiment." + std::string(kind.name)).c_str(), Icon::Play, "Train",
                  "Opens a run for each; those that learn now pause", {.primary = true}))
    frame.emit({"experiment",
                {std::string(kind.name), std::to_string(at_once == AtOnce::All ? variants.size() : 1)}});
  move_cursor({at.x + button, at.y});
  ImGui::BeginGroup();
  wrapped_text(fonts().heading, theme().palette.text, kind.title);
  wrapped_text(fonts().ui, theme().palette.text_dim, kind.asks);
  wrapped_text(fonts().small, theme().palette.text_dim, names_of(variants));
  ImGui::EndGroup();
  move_cursor({at.x, ImGui::GetItemRectMax().y + em() * 0.9f});
  ImGui::Dummy({1, 1});
}

void draw_all_experiments(const TrainingFrame& frame, AtOnce at_once) {
  ExperimentChoice& choice = frame.model.remembered<ExperimentChoice>();
  look_up_variants(choice, *shown_run(frame.model).preset);
  for (std::size_t kind = 0; kind < choice.variants.size(); ++kind)
    draw_experiment(frame, variant_kinds()[kind], choice.variants[kind], at_once);
}

/// Experiments and the form of a sweep side by side where there is room, else one below the other.
void draw_what_can_be_trained(const TrainingFrame& frame, AtOnce at_once) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  const bool wide = ImGui::GetContentRegionAvail().x > em() * 48;
  if (!ImGui::BeginTable("what can be trained", wide ? 2 : 1, kFlags)) return;
  ImGui::TableSetupColumn("experiments", ImGuiTableColumnFlags_WidthStretch, 0.45f);
  if (wide) ImGui::TableSetupColumn("a sweep", ImGuiTableColumnFlags_WidthStretch, 0.55f);
  ImGui::TableNextColumn();
  draw_all_experiments(frame, at_once);
  ImGui::TableNextColumn();
  draw_sweep_form(frame, at_once);
  ImGui::EndTable();
}

}  // namespace

void draw_training_experiments(const TrainingFrame& frame) {
  bool& together = frame.model.remembered<ExperimentChoice>().together;
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      "Each trains the task that is open for " + format_count(frame.model.training.steps) +
          " steps, with the settings of now, the same seed and the same batches; only the choice in question "
          "differs. Their curves are laid over each other in “metrics”.");
  ImGui::Dummy({0, em() * 0.2f});
  toggle("experiment.together", "side by side instead of one after another", together,
         "All at once, on the cores that are there");
  ImGui::Dummy({0, em() * 0.5f});
  const AtOnce at_once = together ? AtOnce::All : AtOnce::One;
  ImGui::BeginChild("experiments", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_runs_table(frame, RunsListed::OutsideSweep);
  draw_sweep_results(frame);
  draw_what_can_be_trained(frame, at_once);
  ImGui::EndChild();
}

}  // namespace attnlab
