// The palette: a field, and the entries that match its text.
#include "app/views/frame/command_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/catalog.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/views.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"
#include "core/ops/attention/mask_kind.h"
#include "core/training/training_state.h"

namespace attnlab {
namespace {

using Entries = std::vector<CommandEntry>;

struct KeyEntry {
  KeyAction action;
  const char* line;
};

/// Actions of keys that do not send a command, except for dialogs.
constexpr std::array kKeyEntries{KeyEntry{KeyAction::LargerText, tr_mark("Larger text")},
                                 KeyEntry{KeyAction::SmallerText, tr_mark("Smaller text")},
                                 KeyEntry{KeyAction::LargerCells, tr_mark("Larger cells")},
                                 KeyEntry{KeyAction::SmallerCells, tr_mark("Smaller cells")},
                                 KeyEntry{KeyAction::AllCells, tr_mark("The whole matrix")}};

// Actions are numbered: dialogs, then keys, then terms.
int first_key() { return static_cast<int>(dialog_rows().size()); }
int first_term() { return first_key() + static_cast<int>(kKeyEntries.size()); }

const Shortcut& key_of(KeyAction action) {
  return *std::ranges::find(shortcuts(), action, &Shortcut::action);
}

void add_actions(Entries& all) {
  for (int action = 0; const DialogRow& row : dialog_rows()) {
    if (row.entry) all.push_back({tr(row.entry), {}, tr(row.help), false, action});
    ++action;
  }
  for (int action = first_key(); const KeyEntry& entry : kKeyEntries)
    all.push_back({tr(entry.line), {}, tr("key {1}", key_of(entry.action).chord), false, action++});
}

void add_terms(Entries& all) {
  int action = first_term();
  for (const Term& term : glossary())
    all.push_back({std::string(tr(term.name)), {}, std::string(tr(term.definition)), false, action++});
}

void add_views(const ViewModel& model, Entries& all) {
  all.push_back({"view.beside none", {}, tr("show one view only"), true});
  const auto views = offered_views(model.trace ? &model.trace->config() : nullptr);
  for (const Feature* view : views) {
    const std::string help = std::string(tr(view->title)) + ", " + std::string(tr(view->term));
    all.push_back({"view " + std::string(view->name), {}, help});
    all.push_back({"view.beside " + std::string(view->name), {}, tr("beside this view: {1}", help)});
  }
}

/// Options of views are on or off; options of models and training are true or false.
enum class OptionKind { OfView, OfModel };

/// `start` with the option's values: each choice, on and off, or a number for the user to type.
void add_option(const std::string& start, const Field& field, OptionKind kind, Entries& all) {
  const std::string line = start + std::string(field.name), help(tr(field.help));
  if (std::holds_alternative<bool*>(field.value)) {
    const bool of_view = kind == OptionKind::OfView;
    all.push_back({line, of_view ? "on|off|toggle" : "true|false", help});
    for (const char* value : of_view ? std::array{"on", "off"} : std::array{"true", "false"})
      all.push_back({line + " " + value, {}, help, true});
    return;
  }
  all.push_back({line, "VALUE", help});
  for (const Choice& choice : field.choices)
    all.push_back(
        {line + " " + std::string(choice.name), {}, std::string(tr(choice.title)) + ": " + help, true});
}

void add_options(const ViewModel& model, Entries& all) {
  Choices choices = model.state.choices;
  for (const Feature* view : features())
    for (const Field& field : choice_fields(choices, *view))
      add_option("choose " + std::string(view->name) + ".", field, OptionKind::OfView, all);
  TrainingSettings settings = model.training.settings;
  for (const Field& field : settings_fields(settings))
    add_option("train.set ", field, OptionKind::OfModel, all);
  ModelConfig config = model.trace ? model.trace->config() : ModelConfig{};
  for (const Field& field : used_model_fields(config))
    add_option("model.set ", field, OptionKind::OfModel, all);
}

void add_lessons(Entries& all) {
  for (const auto& lesson : builtin_lessons())
    all.push_back({"lesson.open " + lesson->id, {}, lesson->title + ": " + lesson->question});
}

void add_presets(const ViewModel& model, Entries& all) {
  if (!model.presets) return;
  for (const PresetEntry& preset : *model.presets)
    all.push_back({"preset " + preset.name, {}, std::string(tr(std::string_view(preset.description)))});
}

/// The tensors of the model, with their titles.
void add_tensors(const ViewModel& model, Entries& all) {
  if (!model.trace) return;
  for (const TraceTensor& tensor : model.trace->tensors()) {
    const std::string help =
        tensor_title(*model.trace, tensor.name) + ", " + tensor_place(*model.trace, tensor.name);
    all.push_back({"select.tensor " + tensor.name, "[I,J,…]", help});
    all.push_back({"inspect " + tensor.name, "I,J,…", help, true});
    all.push_back({"walk.to " + tensor.name, {}, help, true});
  }
}

void add_masks(Entries& all) {
  for (const MaskKind& kind : mask_kinds()) {
    MaskKind::Numbers usual{};
    std::ranges::transform(kind.numbers, usual.begin(), &MaskKind::Number::usual);
    all.push_back({"attention.mask " + kind.text(usual), {}, std::string(tr(kind.sentence))});
  }
}

}  // namespace

std::vector<CommandEntry> palette_entries(const ViewModel& model) {
  Entries all = command_entries(Dispatcher::commands());
  for (CommandEntry& entry : all) entry.help = tr(std::string_view(entry.help));
  add_views(model, all);
  add_actions(all);
  add_presets(model, all);
  add_lessons(all);
  add_masks(all);
  add_options(model, all);
  add_terms(all);
  add_tensors(model, all);
  return all;
}

namespace {

/// Performs the action of an entry.
void run_palette_action(int action, const ViewModel& model, const Emit& emit) {
  const auto after = [action](int first) { return static_cast<std::size_t>(action - first); };
  if (action < first_key()) return show_dialog(dialog_rows()[after(0)].dialog);
  if (action < first_term()) return press(key_of(kKeyEntries[after(first_key())].action), model, emit);
  show_term(glossary()[after(first_term())].name);
}

constexpr const char* kPalettePopup = "##palette";
constexpr std::size_t kMostMatches = 12;  ///< visible at once
constexpr std::size_t kMostFound = 100;

/// What the palette remembers between frames.
struct PaletteMemory {
  bool opening = false, focus = false, to_end = false;
  bool moved = false;  ///< a key moved the choice in this frame
  std::string text;
  int chosen = 0;
  std::vector<CommandEntry> entries;  ///< of the model that was open when the palette opened
};

PaletteMemory& palette_memory() { return remembered<PaletteMemory>(); }

bool hit_key(std::string_view name) { return key_pressed(parse_key(name).key, true); }

/// Runs a complete entry; otherwise puts its line into the field, ready for the arguments.
void run(const CommandEntry& entry, const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (entry.action >= 0) return ImGui::CloseCurrentPopup(), run_palette_action(entry.action, model, emit);
  const std::string line = line_to_send(entry, memory.text);
  if (!line.empty()) ImGui::CloseCurrentPopup();
  if (line == kEditsBarCommand) return toggle_edits_bar(model, emit);
  if (!line.empty()) return emit(parse_command(line));
  memory.text = entry.line + " ";
  memory.focus = memory.to_end = true;
  hold_keys();
}

void draw_row(const CommandEntry& entry, int number, const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.7f)});
  const std::string id = "palette.row[" + std::to_string(number) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), number == memory.chosen, ImGuiSelectableFlags_DontClosePopups,
                        box.size()))
    run(entry, model, emit);
  if (number == memory.chosen && memory.moved) ImGui::SetScrollHereY();
  mark(id, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float x = box.min.x + em() * 0.5f, middle = box.min.x + box.width() * 0.48f,
              right = box.max.x - em() * 0.5f;
  const std::string key(shortcut_of(entry.line));
  const float key_width = key.empty() ? 0 : text_size(fonts().mono_small, key).x + em();
  const std::string usage = entry.line + " ";
  draw_text_in(canvas, fonts().mono_small, {{x, box.min.y}, {middle, box.max.y}}, p.text, usage, Align::Left,
               Cut::Meant);
  const float after = x + text_size(fonts().mono_small, usage).x;
  draw_text_in(canvas, fonts().mono_small, {{after, box.min.y}, {middle - em() * 0.5f, box.max.y}},
               p.text_dim, entry.arguments, Align::Left, Cut::Meant);
  draw_text_in(canvas, fonts().ui, {{middle, box.min.y}, {right - key_width, box.max.y}}, p.text_dim,
               entry.help, Align::Left, Cut::Meant);
  draw_text_in(canvas, fonts().mono_small, {{middle, box.min.y}, {right, box.max.y}}, p.text_dim, key,
               Align::Right);
}

void move_choice(int count) {
  PaletteMemory& memory = palette_memory();
  const int before = memory.chosen;
  if (hit_key("Down")) ++memory.chosen;
  if (hit_key("Up")) --memory.chosen;
  memory.chosen = std::clamp(memory.chosen, 0, std::max(count - 1, 0));
  memory.moved = memory.chosen != before;
}

void draw_palette(const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.focus) focus_next_field();
  memory.focus = false;
  bool changed = false;
  type_on("palette.field", memory.text);
  const bool entered =
      text_field("palette.field", memory.text, tr("a few letters of a command, or all of it"), 0, &changed,
                 &memory.to_end);
  if (changed) memory.chosen = 0;
  std::vector<std::size_t> found = find_entries(memory.text, memory.entries);
  found.resize(std::min(found.size(), kMostFound));
  move_choice(static_cast<int>(found.size()));
  const float room = (ImGui::GetMainViewport()->WorkSize.y - em() * 7) / std::ceil(em() * 1.7f);
  const float rows =
      std::min(float(std::clamp<std::size_t>(found.size(), 2, kMostMatches)), std::max(room, 2.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // Up and Down choose a command while the field keeps the keyboard.
  ImGui::BeginChild("commands", {0, std::ceil(em() * 1.7f) * rows}, false, ImGuiWindowFlags_NoNav);
  for (std::size_t i = 0; i < found.size(); ++i)
    draw_row(memory.entries[found[i]], static_cast<int>(i), model, emit);
  if (found.empty()) empty_note(tr("No command contains all of these words."));
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (entered && !found.empty()) run(memory.entries[found[memory.chosen]], model, emit);
  if (hit_key("Escape")) ImGui::CloseCurrentPopup();
}

}  // namespace

void show_command_palette() {
  PaletteMemory& memory = palette_memory();
  memory = {};
  memory.opening = memory.focus = true;
  hold_keys();
}

void draw_command_palette(const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.opening) {
    memory.entries = palette_entries(model);
    ImGui::OpenPopup(kPalettePopup);
  }
  memory.opening = false;
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float width = std::min(em() * 52, viewport->WorkSize.x * 0.94f);
  ImGui::SetNextWindowPos({viewport->GetWorkCenter().x, viewport->WorkPos.y + em() * 2}, ImGuiCond_Always,
                          {0.5f, 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 0.8f, em() * 0.8f});
  if (ImGui::BeginPopup(kPalettePopup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                           ImGuiWindowFlags_NoNavInputs)) {
    draw_palette(model, emit);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
