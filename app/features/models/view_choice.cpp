// The choice of the run that stands beside the one on screen.
#include <filesystem>

#include "app/base/paths.h"
#include "app/features/models/view_frame.h"
#include "app/views/frame/dialogs.h"
#include "app/views/runs/run_labels.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// One run that could stand beside this one.
struct RunToChoose {
  std::string name, title, tip;
  Command command;
};

void add_open_runs(const ViewModel& model, std::vector<RunToChoose>& all) {
  if (!model.runs) return;
  for (const RunView& run : *model.runs)
    if (!run.shown)
      all.push_back({"models.run." + std::to_string(run.number),
                     run_label(run),
                     "An open run",
                     {"models.run", {std::to_string(run.number)}}});
}

void add_saved_runs(const ViewModel& model, std::vector<RunToChoose>& all) {
  if (!model.recent) return;
  int number = 0;
  for (const RecentFile& file : *model.recent) {
    if (file.kind != RecentFile::Kind::Model) continue;
    all.push_back({"models.recent." + std::to_string(number++),
                   std::filesystem::path(file.path).filename().string(),
                   "Saved in " + shown_path(file.path),
                   {"models.load", {file.path}}});
  }
}

std::vector<RunToChoose> runs_to_choose(const ViewModel& model) {
  std::vector<RunToChoose> all;
  add_open_runs(model, all);
  add_saved_runs(model, all);
  return all;
}

/// A button each, below one another; true where one was pressed.
bool draw_runs_to_choose(const ViewModel& model, const Emit& emit) {
  bool pressed = false;
  for (const RunToChoose& run : runs_to_choose(model)) {
    if (!text_button(run.name.c_str(), run.title, run.tip.c_str())) continue;
    emit(run.command);
    pressed = true;
  }
  if (text_button("models.file", Icon::Folder, "A saved run…", "Choose the folder of a saved run",
                  {.primary = true})) {
    show_dialog(Dialog::BesideRun);
    pressed = true;
  }
  return pressed;
}

}  // namespace

void draw_models_choice(const ViewModel& model, const Emit& emit, const std::string& now) {
  ImGui::AlignTextToFramePadding();
  dim_text("beside");
  ImGui::SameLine(0, em() * 0.5f);
  const std::string label = now.empty() ? std::string("another run") : now;
  if (text_button("models.open", Icon::ChevronDown, fitted(fonts().ui, label, em() * 11),
                  "Choose the run beside this one"))
    ImGui::OpenPopup("models.list");
  if (ImGui::BeginPopup("models.list")) {
    if (draw_runs_to_choose(model, emit)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::SameLine(0, em() * 0.5f);
  if (icon_button("models.none", Icon::Close, "No other run  (X)", {.plain = true}))
    emit({"models.none", {}});
}

void draw_models_welcome(const ViewModel& model, const Emit& emit) {
  wrapped_text(fonts().ui, theme().palette.text,
               "Put another run beside this one: two runs of one task from other seeds, with another option, "
               "or at another step. Both read the text above; you see what each says and how sure it is, "
               "which heads look at the same words, how far the weights are apart, and how both learned.",
               std::min(ImGui::GetContentRegionAvail().x, em() * 46));
  ImGui::Dummy({0, em() * 0.5f});
  if (model.figure) return;
  draw_runs_to_choose(model, emit);
  ImGui::Dummy({0, em() * 0.5f});
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "An experiment or a branch, in the view Training, opens more runs to choose from here.",
               std::min(ImGui::GetContentRegionAvail().x, em() * 46));
}

}  // namespace attnlab
