// The palette's entries: each list of the program that has names.
#include "app/views/frame/palette_entries.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/lessons/catalog.h"
#include "app/views/common/tensor_words.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/key_press.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/glossary.h"
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

/// Actions of keys that send no command; the dialogs stand above.
constexpr std::array kKeyEntries{
    KeyEntry{KeyAction::LargerText, "Larger text"}, KeyEntry{KeyAction::SmallerText, "Smaller text"},
    KeyEntry{KeyAction::LargerCells, "Larger cells"}, KeyEntry{KeyAction::SmallerCells, "Smaller cells"},
    KeyEntry{KeyAction::AllCells, "The whole matrix"}};

// Actions are numbered: dialogs, then keys, then terms.
int first_key() { return static_cast<int>(dialog_rows().size()); }
int first_term() { return first_key() + static_cast<int>(kKeyEntries.size()); }

const Shortcut& key_of(KeyAction action) {
  return *std::ranges::find(shortcuts(), action, &Shortcut::action);
}

void add_actions(Entries& all) {
  for (int action = 0; const DialogRow& row : dialog_rows()) {
    if (row.entry) all.push_back({row.entry, {}, row.help, false, action});
    ++action;
  }
  for (int action = first_key(); const KeyEntry& entry : kKeyEntries)
    all.push_back({entry.line, {}, "key " + std::string(key_of(entry.action).chord), false, action++});
}

void add_terms(Entries& all) {
  int action = first_term();
  for (const Term& term : glossary())
    all.push_back({std::string(term.name), {}, std::string(term.definition), false, action++});
}

void add_views(const ViewModel& model, Entries& all) {
  all.push_back({"view.beside none", {}, "the stage for one view", true});
  const auto views = offered_views(model.trace ? &model.trace->config() : nullptr);
  for (const Feature* view : views) {
    const std::string help = std::string(view->title) + ", " + std::string(view->term);
    all.push_back({"view " + std::string(view->name), {}, help});
    all.push_back({"view.beside " + std::string(view->name), {}, "beside: " + help});
  }
}

/// Options of views are switched on and off; those of models and training are true or false.
enum class OptionKind { OfView, OfModel };

/// `start` with the option's values: each choice, on and off, or a number for the user to type.
void add_option(const std::string& start, const Field& field, OptionKind kind, Entries& all) {
  const std::string line = start + std::string(field.name), help(field.help);
  if (std::holds_alternative<bool*>(field.value)) {
    const bool of_view = kind == OptionKind::OfView;
    all.push_back({line, of_view ? "on|off|toggle" : "true|false", help});
    for (const char* value : of_view ? std::array{"on", "off"} : std::array{"true", "false"})
      all.push_back({line + " " + value, {}, help, true});
    return;
  }
  all.push_back({line, "VALUE", help});
  for (const Choice& choice : field.choices)
    all.push_back({line + " " + std::string(choice.name), {}, std::string(choice.title) + ": " + help, true});
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
    all.push_back({"preset " + preset.name, {}, preset.description});
}

/// The tensors of the model, with their words.
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
    all.push_back({"attention.mask " + kind.text(usual), {}, std::string(kind.sentence)});
  }
}

}  // namespace

std::vector<CommandEntry> palette_entries(const ViewModel& model) {
  Entries all = command_entries(Dispatcher::commands());
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

void run_palette_action(int action, const ViewModel& model, const Emit& emit) {
  const auto after = [action](int first) { return static_cast<std::size_t>(action - first); };
  if (action < first_key()) return show_dialog(dialog_rows()[after(0)].dialog);
  if (action < first_term()) return press(key_of(kKeyEntries[after(first_key())].action), model, emit);
  show_term(glossary()[after(first_term())].name);
}

}  // namespace attnlab
