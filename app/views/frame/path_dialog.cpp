// Asking for a path: a field, its completions, and what the command made of the path.
#include "app/views/frame/path_dialog.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <vector>

#include "app/base/format.h"
#include "app/base/paths.h"
#include "app/state/command.h"
#include "app/state/figure_request.h"
#include "app/views/common/entered_field.h"
#include "app/views/frame/dialog_rows.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/figure.h"
#include "app/widgets/base/input_queue.h"
#include "core/io/run_summary.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

void label(const char* text) {
  const Box box = reserve({em() * 7, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, text);
  ImGui::SameLine(0, 0);
}

/// `file` with another ending, in place of .svg or .png.
std::string with_ending(std::string file, const char* ending) {
  if (file.ends_with(".svg") || file.ends_with(".png")) file.resize(file.size() - 4);
  return file + ending;
}

void draw_format(FigureRequest& r) {
  constexpr const char* kFormats[] = {"SVG", "PNG"};
  constexpr const char* kScales[] = {"1×", "2×", "3×", "4×"};
  label(tr("Format"));
  int format = r.file.ends_with(".png") ? 1 : 0;
  if (segmented("figure.format", kFormats, format)) r.file = with_ending(r.file, format ? ".png" : ".svg");
  if (!format) return;
  ImGui::SameLine(0, em());
  int scale = static_cast<int>(std::lround(r.scale)) - 1;
  if (segmented("figure.scale", kScales, scale)) r.scale = scale + 1;
}

void draw_look(FigureRequest& r) {
  const char* const themes[] = {tr("Light"), tr("Dark")};
  label(tr("Colors"));
  int theme = r.dark ? 1 : 0;
  if (segmented("figure.theme", themes, theme)) r.dark = theme == 1;
  ImGui::SameLine(0, em());
  toggle("figure.transparent", tr("transparent"), r.transparent, tr("Without a background"));
}

constexpr const char* kWhole = tr_mark("the whole view");

std::string part_text(const FigurePart& part) {
  return part.title.empty() ? part.name : part.title + "  (" + part.name + ")";
}

/// One line of the list; whether it was chosen.
bool draw_part(std::size_t i, const std::string& text, bool chosen) {
  const std::string name = "figure.only[0," + std::to_string(i) + "]";
  const bool pressed = ImGui::Selectable((text + "###" + name).c_str(), chosen);
  mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  return pressed;
}

void draw_parts(FigureRequest& r, const std::vector<FigurePart>& parts) {
  label(tr("Draw"));
  const auto chosen = std::ranges::find(parts, r.only, &FigurePart::name);
  if (chosen == parts.end()) r.only.clear();
  const std::string now = chosen == parts.end() ? tr(kWhole) : part_text(*chosen);
  if (text_button("figure.only", Icon::ChevronDown, now.c_str(), tr("The view, or one widget of it")))
    ImGui::OpenPopup("parts");
  if (!ImGui::BeginPopup("parts")) return;
  if (draw_part(0, tr(kWhole), r.only.empty())) r.only.clear();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (draw_part(i + 1, part_text(parts[i]), parts[i].name == r.only)) r.only = parts[i].name;
  ImGui::EndPopup();
}

/// Draws the options; the chosen format and the file's ending agree. Script names:
/// figure.format[0,i] (SVG, PNG), figure.scale[0,i] (1× to 4×, of a PNG), figure.theme[0,i] (light, dark),
/// figure.transparent, figure.only (the drawn part), figure.only[0,i] (its list: the whole view, then
/// `parts`).
void draw_figure_options(FigureRequest& request, const std::vector<FigurePart>& parts) {
  draw_parts(request, parts);
  draw_format(request);
  draw_look(request);
}

/// The command that saves the figure.
Command figure_command(const FigureRequest& r) {
  Command command{"figure", {r.file}};
  if (!r.is_svg()) command.arguments.push_back(std::to_string(std::lround(r.scale)));
  if (r.transparent) command.arguments.push_back("transparent");
  if (r.dark) command.arguments.push_back("dark");
  if (!r.only.empty()) command.arguments.insert(command.arguments.end(), {"only", r.only});
  return command;
}

namespace fs = std::filesystem;

/// The most entries read, so that huge folders stay fast.
constexpr std::size_t kMostRead = 5000;

bool begins_with(std::string_view name, std::string_view start) {
  if (start.empty()) return !name.starts_with('.');
  return name.starts_with(start);
}

}  // namespace

std::vector<PathChoice> path_choices(std::string_view typed, bool files, std::size_t most) {
  const std::string_view folder = typed.substr(0, folder_length(typed));
  const std::string_view start = typed.substr(folder.size());
  std::vector<PathChoice> choices;
  std::error_code error;
  const std::string where = folder.empty() ? "." : expand_home(folder);
  std::size_t read = 0;
  for (fs::directory_iterator at(where, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && read < kMostRead; at.increment(error), ++read) {
    std::error_code ignored;
    PathChoice choice{at->path().filename().string(), "", at->is_directory(ignored)};
    if (!begins_with(choice.name, start) || !(files || choice.folder)) continue;
    choice.completed = std::string(folder) + choice.name + (choice.folder ? "/" : "");
    choices.push_back(std::move(choice));
  }
  std::ranges::sort(choices, {}, [](const PathChoice& c) { return std::tuple(!c.folder, c.name); });
  if (choices.size() > most) choices.resize(most);
  return choices;
}

namespace {

/// Frames after which the dialog has left the screen.
constexpr int kGoneAfter = 2;
constexpr std::size_t kMostChoices = 200;

/// The state of the question between frames.
struct PathMemory {
  std::string path, error;
  bool focus = true;
  bool over = false;
  FigureRequest figure;                               ///< its options; the file is the dialog's path
  std::uint64_t ticket = 0;                           ///< of the sent command that has not ended yet; 0: none
  std::optional<std::string> listed_for, placed_for;  ///< the path of `choices`, and of `place`
  std::vector<PathChoice> choices;
  std::string place;  ///< of the path, in words
};

PathMemory& path_memory() { return remembered<PathMemory>(); }

/// A screenshot that waits until the dialog is closed.
struct WaitingPicture {
  std::string file;
  int frames_left = 0;
};

std::string proposed_path(Dialog dialog, const ViewModel& model) {
  if (dialog == Dialog::SavePicture) return "attention-lab.png";
  if (dialog == Dialog::SaveMetrics) return model.preset + "-metrics.csv";
  if (dialog == Dialog::SaveFigure) return std::string(model.state.view->name) + ".svg";
  if (dialog != Dialog::SaveModel || model.preset.empty()) return "";
  return model.preset + "-" + std::to_string(model.training.step);
}

void accept(const DialogRow& row, const Emit& emit) {
  PathMemory& memory = path_memory();
  if (memory.path.empty()) {
    memory.error = tr("type a path first");
    return;
  }
  memory.error.clear();
  memory.figure.file = expand_home(memory.path);
  if (row.dialog == Dialog::SavePicture) {
    remembered<WaitingPicture>() = {memory.figure.file, kGoneAfter};
    memory.over = true;
    return;
  }
  Command command = row.dialog == Dialog::SaveFigure ? figure_command(memory.figure)
                                                     : Command{row.path->verb, {memory.figure.file}};
  command.ticket = memory.ticket = next_ticket();
  emit(std::move(command));
}

/// Ends the dialog once its command succeeded; otherwise shows the error.
void follow_command(const ViewModel& model) {
  PathMemory& memory = path_memory();
  if (memory.ticket == 0) return;
  widgets().animating = true;
  if (model.outcome.ticket != memory.ticket || model.outcome.pending()) return;
  memory.ticket = 0;
  memory.over = model.outcome.error.empty();
  memory.error = model.outcome.error;
  memory.focus = true;
}

/// "~/runs/reverse-500 contains reverse, step 500: Save replaces it".
std::string place_words(Dialog dialog, const std::string& typed) {
  const std::string path = expand_home(typed), place = shown_path(path);
  std::error_code ignored;
  if (dialog != Dialog::SaveModel)
    return std::filesystem::exists(path, ignored) ? tr("{1} already exists: Save replaces it", place) : place;
  try {
    const RunSummary run = summarize_run(path);
    return tr("{1} contains {2}, step {3}: Save replaces it", place, run.preset.name,
              format_count(run.steps));
  } catch (const std::exception&) {
    return place;  // no readable run
  }
}

/// The place of the typed path in words; "" if nothing is to be saved.
const std::string& place_of(const DialogRow& row) {
  PathMemory& memory = path_memory();
  if (!row.path->saves() || memory.placed_for == memory.path) return memory.place;
  memory.placed_for = memory.path;
  memory.place = memory.path.empty() ? "" : place_words(row.dialog, memory.path);
  return memory.place;
}

void draw_choice(const PathChoice& choice, std::size_t index) {
  PathMemory& memory = path_memory();
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

void list_choices(PathQuestion::List list) {
  PathMemory& memory = path_memory();
  if (memory.listed_for == memory.path) return;
  memory.listed_for = memory.path;
  memory.choices = path_choices(memory.path, list == PathQuestion::List::Files, kMostChoices);
}

void draw_choices(const PathQuestion& question) {
  if (question.list == PathQuestion::List::None) return;
  PathMemory& memory = path_memory();
  list_choices(question.list);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float room = ImGui::GetMainViewport()->WorkSize.y - em() * 16;
  const float height = std::clamp(em() * 12, em() * 1.8f, std::max(em() * 1.8f, room));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().palette.panel);
  ImGui::BeginChild("choices", {0, height}, true);
  for (std::size_t i = 0; i < memory.choices.size(); ++i) draw_choice(memory.choices[i], i);
  if (memory.choices.empty())
    empty_note(question.saves() ? tr("No file or folder has this name yet.")
                                : tr("No file or folder has a name that begins like this."));
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

/// Draws the progress, the error, or the place of the path.
void draw_status(const DialogRow& row) {
  PathMemory& memory = path_memory();
  ask_for_letters(fonts().ui, memory.error);
  if (!memory.error.empty()) return wrapped_text(fonts().ui, theme().palette.bad, memory.error);
  if (memory.ticket > 0) return dim_text(row.path->saves() ? tr("Saving…") : tr("Opening…"));
  const std::string& place = place_of(row);
  const Box box = reserve({ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, place, Align::Left, Cut::Meant);
  tip(place);
}

void draw_options() {
  PathMemory& memory = path_memory();
  ImGui::Dummy({0, em() * 0.2f});
  memory.figure.file = memory.path;
  draw_figure_options(memory.figure, stage_parts());
  memory.path = memory.figure.file;
}

/// Returns whether the path is accepted.
bool draw_buttons(const PathQuestion& question) {
  right_align_buttons(tr("Cancel"), tr(question.accept));
  if (text_button("dialog.cancel", tr("Cancel"))) path_memory().over = true;
  ImGui::SameLine();
  return text_button("dialog.accept", tr(question.accept), nullptr, {.primary = true});
}

}  // namespace

void begin_path_dialog(const DialogRow& row, const ViewModel& model) {
  path_memory() = {};
  path_memory().path = proposed_path(row.dialog, model);
}

bool draw_path_dialog(const DialogRow& row, const ViewModel& model, const Emit& emit) {
  PathMemory& memory = path_memory();
  follow_command(model);
  dim_text(tr(row.path->advice));
  ImGui::Dummy({0, em() * 0.2f});
  if (memory.focus) focus_next_field();
  memory.focus = false;
  bool changed = false;
  type_on("dialog.path", memory.path);
  const bool entered = text_field("dialog.path", memory.path, tr(row.path->hint), 0, &changed);
  if (changed) memory.error.clear();
  draw_choices(*row.path);
  if (row.dialog == Dialog::SaveFigure) draw_options();
  draw_status(row);
  const bool pressed = draw_buttons(*row.path);
  if ((entered || pressed) && memory.ticket == 0) accept(row, emit);
  return !memory.over;
}

void take_waiting_picture(const Emit& emit) {
  WaitingPicture& picture = remembered<WaitingPicture>();
  if (picture.frames_left == 0) return;
  widgets().animating = true;
  if (--picture.frames_left == 0) emit({"window.save", {picture.file}});
}

}  // namespace attnlab
