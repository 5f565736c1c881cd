// Path dialogs and the list of keys, drawn over the window.
#include "app/views/frame/dialogs.h"

#include <algorithm>
#include <utility>

#include "app/views/common/views.h"
#include "app/views/frame/figure_options.h"
#include "app/views/frame/glossary_list.h"
#include "app/views/frame/key_list.h"
#include "app/views/frame/path_list.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr const char* kDialogPopup = "##dialog";
/// Frames after which a command sent is known to have been applied.
constexpr int kAppliedAfter = 2;
constexpr std::size_t kMostChoices = 200;

struct PathDialog {
  Dialog dialog;
  const char *title, *advice, *hint, *accept, *verb;
  bool files;  ///< files may be chosen, not only folders
};

constexpr PathDialog kPathDialogs[] = {
    {Dialog::OpenText, "Open a text file", "Any UTF-8 text. A small GPT starts to learn it at once.",
     "path of a text file", "Open", "open", true},
    {Dialog::SaveModel, "Save the model",
     "Weights, vocabulary and the optimizer's state go into one folder, so that training can go on from "
     "there.",
     "folder to save into", "Save", "model.save", false},
    {Dialog::LoadModel, "Load a model", "A folder that “Save the model” made.", "folder of a saved model",
     "Load", "model.load", false},
    {Dialog::SaveFigure, "Save a figure",
     "The view on the stage, cut to its content. In an SVG, letters stay letters and cells rectangles.",
     "file, e.g. attention.svg", "Save", "figure", true},
    {Dialog::SaveMetrics, "Save the metrics",
     "Every step of the run on screen, and what was measured now and then, as two CSV files: NAME.csv and "
     "NAME-measured.csv.",
     "file, e.g. metrics.csv", "Save", "metrics.save", true},
    {Dialog::SavePicture, "Save the window", "The window as it is, as a PNG file.",
     "file, e.g. attention.png", "Save", "window.save", true},
};

/// What the dialogs remember between frames.
struct DialogMemory {
  Dialog open = Dialog::None;
  bool opening = false, focus = false;
  std::string path, error;
  FigureRequest figure;  ///< but for its file
  int sent_ago = -1;     ///< frames since the command was sent; −1: not sent
  std::string listed_for;
  std::vector<PathChoice> choices;
};

DialogMemory& dialog_memory() { return remembered<DialogMemory>(); }

/// A picture waits until the dialog has left the screen.
struct WaitingPicture {
  std::string file;
  int frames_left = 0;
};

void close() {
  dialog_memory().open = Dialog::None;
  ImGui::CloseCurrentPopup();
}

void list_choices(bool files) {
  DialogMemory& memory = dialog_memory();
  if (memory.listed_for == memory.path + (files ? "f" : "d")) return;
  memory.listed_for = memory.path + (files ? "f" : "d");
  memory.choices = path_choices(memory.path, files, kMostChoices);
}

void accept(const PathDialog& d, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  if (memory.path.empty()) {
    memory.error = "type a path first";
    return;
  }
  memory.error.clear();
  if (d.dialog == Dialog::SavePicture) {
    remembered<WaitingPicture>() = {expand_home(memory.path), kAppliedAfter};
    return close();
  }
  memory.sent_ago = 0;
  memory.figure.file = expand_home(memory.path);
  emit(d.dialog == Dialog::SaveFigure ? figure_command(memory.figure)
                                      : Command{d.verb, {memory.figure.file}});
}

void take_picture(const Emit& emit) {
  WaitingPicture& picture = remembered<WaitingPicture>();
  if (picture.frames_left == 0) return;
  widgets().animating = true;
  if (--picture.frames_left == 0) emit({"window.save", {picture.file}});
}

/// What stands in the field at first.
std::string proposed_path(const ViewModel& model) {
  DialogMemory& memory = dialog_memory();
  if (memory.open == Dialog::SavePicture) return "attention-lab.png";
  if (memory.open == Dialog::SaveMetrics) return model.preset + "-metrics.csv";
  if (memory.open == Dialog::SaveFigure) return std::string(model.state.view->name) + ".svg";
  if (memory.open != Dialog::SaveModel || model.preset.empty()) return "";
  return model.preset + "-" + std::to_string(model.training.step);
}

/// Closes once the command has gone through; shows what went wrong otherwise.
void follow_command(const ViewModel& model) {
  DialogMemory& memory = dialog_memory();
  if (memory.sent_ago < 0) return;
  widgets().animating = true;
  if (++memory.sent_ago <= kAppliedAfter || model.loading) return;
  memory.sent_ago = -1;
  if (!model.notice_is_error) return close();
  memory.error = model.notice;
  memory.focus = true;
}

void draw_choice(const PathChoice& choice, std::size_t index) {
  DialogMemory& memory = dialog_memory();
  const float width = ImGui::GetContentRegionAvail().x, height = std::ceil(em() * 1.6f);
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height});
  const std::string id = "dialog.list[" + std::to_string(index) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), false, ImGuiSelectableFlags_DontClosePopups, box.size())) {
    memory.path = choice.completed;
    memory.focus = true;
  }
  mark(id, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box icon{box.min, {box.min.x + em() * 1.6f, box.max.y}};
  if (choice.folder) draw_icon(canvas, Icon::Folder, icon, p.text_dim);
  draw_text_in(canvas, fonts().ui, {{icon.max.x + em() * 0.2f, box.min.y}, box.max},
               choice.folder ? p.text : p.text_dim, choice.name);
}

void draw_choices(const PathDialog& d) {
  DialogMemory& memory = dialog_memory();
  list_choices(d.files);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float room = ImGui::GetMainViewport()->WorkSize.y - em() * 16;
  const float height = std::clamp(em() * 12, em() * 1.8f, std::max(em() * 1.8f, room));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().palette.panel);
  ImGui::BeginChild("choices", {0, height}, true);
  for (std::size_t i = 0; i < memory.choices.size(); ++i) draw_choice(memory.choices[i], i);
  if (memory.choices.empty()) empty_note("Nothing here begins like that.");
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

void right_align(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

float dialog_button_width(std::string_view text) {
  return text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f;
}

void draw_status(const ViewModel& model) {
  DialogMemory& memory = dialog_memory();
  ImGui::PushStyleColor(ImGuiCol_Text, memory.error.empty() ? theme().palette.text_dim : theme().palette.bad);
  const bool waiting = memory.sent_ago >= 0 && model.loading;
  ImGui::TextWrapped("%s", waiting ? "opening…" : memory.error.empty() ? " " : memory.error.c_str());
  ImGui::PopStyleColor();
}

void draw_options() {
  DialogMemory& memory = dialog_memory();
  ImGui::Dummy({0, em() * 0.2f});
  memory.figure.file = memory.path;
  draw_figure_options(memory.figure, stage_parts());
  memory.path = memory.figure.file;
}

void draw_path_dialog(const PathDialog& d, const ViewModel& model, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  follow_command(model);
  dim_text(d.advice);
  ImGui::Dummy({0, em() * 0.2f});
  if (memory.focus) ImGui::SetKeyboardFocusHere();
  memory.focus = false;
  bool changed = false;
  const bool entered = text_field("dialog.path", memory.path, d.hint, 0, &changed);
  if (changed) memory.error.clear();
  draw_choices(d);
  if (d.dialog == Dialog::SaveFigure) draw_options();
  draw_status(model);
  right_align(dialog_button_width("Cancel") + dialog_button_width(d.accept) +
              ImGui::GetStyle().ItemSpacing.x);
  if (text_button("dialog.cancel", "Cancel")) close();
  ImGui::SameLine();
  const bool pressed = text_button("dialog.accept", d.accept, nullptr, {.primary = true});
  if ((entered || pressed) && memory.sent_ago < 0) accept(d, emit);
}

void draw_help(const ViewKind& view) {
  DialogMemory& memory = dialog_memory();
  memory.open == Dialog::Keys ? draw_key_list(view) : draw_glossary_list(std::exchange(memory.focus, false));
  right_align(dialog_button_width("Close"));
  if (text_button("dialog.cancel", "Close", nullptr, {.primary = true})) close();
}

const PathDialog* path_dialog(Dialog dialog) {
  const auto* found = std::ranges::find(kPathDialogs, dialog, &PathDialog::dialog);
  return found == std::end(kPathDialogs) ? nullptr : found;
}

void draw_content(const ViewModel& model, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  const PathDialog* d = path_dialog(memory.open);
  panel_header(d ? d->title : memory.open == Dialog::Keys ? "Keys" : "Glossary");
  if (ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[ImGuiKey_Escape], false)) return close();
  d ? draw_path_dialog(*d, model, emit) : draw_help(*model.state.view);
}

}  // namespace

void show_dialog(Dialog dialog) {
  DialogMemory& memory = dialog_memory();
  if (memory.open == dialog) return;
  memory = {};
  memory.open = dialog;
  memory.opening = memory.focus = true;
}

void draw_dialogs(const ViewModel& model, const Emit& emit) {
  DialogMemory& memory = dialog_memory();
  take_picture(emit);
  if (memory.open == Dialog::None) return;
  if (memory.opening) {
    memory.path = proposed_path(model);
    ImGui::OpenPopup(kDialogPopup);
  }
  memory.opening = false;
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetWorkCenter(), ImGuiCond_Always, {0.5f, 0.5f});
  const float width =
      std::min(em() * (path_dialog(memory.open) ? 34.0f : 44.0f), viewport->WorkSize.x * 0.96f);
  ImGui::SetNextWindowSizeConstraints({path_dialog(memory.open) ? width : 0, 0},
                                      {width, viewport->WorkSize.y * 0.96f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 1.1f, em() * 0.9f});
  const bool fits = viewport->WorkSize.y > em() * 36;
  if (ImGui::BeginPopupModal(kDialogPopup, nullptr,
                             (fits ? ImGuiWindowFlags_NoScrollbar : 0) | ImGuiWindowFlags_NoTitleBar |
                                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings)) {
    draw_content(model, emit);
    ImGui::EndPopup();
  } else {
    memory.open = Dialog::None;
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
