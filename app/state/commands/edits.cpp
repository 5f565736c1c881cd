// Commands that change what the model reads and what happens in it on the way.
#include <algorithm>
#include <memory>

#include "app/state/commands/command_table.h"
#include "app/state/mask_choice.h"
#include "core/trace/edit.h"

namespace attnlab::commands {

namespace {

/// The old target is no answer to a new source, so the model gives its own.
void text_source(Target& d, const Arguments& a, const Limits&) {
  d.state.source = a.joined();
  d.state.generate_target = true;
}
void text_target(Target& d, const Arguments& a, const Limits&) {
  d.state.target = a.joined();
  d.state.generate_target = false;
}
void text_generate(Target& d, const Arguments& a, const Limits&) {
  d.state.generate_target = a.flag(0, d.state.generate_target);
}
/// Switches an edit on or off.
void set_edit(AppState& state, const std::string& edit, bool wanted) {
  std::erase(state.edits, edit);
  if (wanted) state.edits.push_back(edit);
}
void scaling(Target& d, const Arguments& a, const Limits&) {
  const std::string off = scaling_edit(d.state.selection);
  set_edit(d.state, off, !a.flag(0, !has_edit(d.state, off)));
}
void masking(Target& d, const Arguments& a, const Limits&) {
  const std::string off = mask_edit(d.state.selection);
  set_edit(d.state, off, !a.flag(0, !has_edit(d.state, off)));
}
/// Puts another mask in the place of those that there are for the selected attention and scope.
void set_mask(Target& d, const std::string& scope, const std::string& mask) {
  AppState& state = d.state;
  std::erase_if(state.edits,
                [&](const std::string& edit) { return touches_mask(edit, state.selection, scope); });
  state.choices.masks.scope = scope;
  const std::string place = mask_place(state.selection, scope);
  if (mask == "model") return;
  if (mask == "none" && scope == "head")
    throw std::invalid_argument("one head cannot see what the mask of all heads hides");
  state.edits.push_back(
      edit_text(parse_edit(mask == "none" ? "no mask " + place : "mask " + place + " " + mask)));
}
void attention_mask(Target& d, const Arguments& a, const Limits& l) {
  std::string mask = a.text(0);
  std::size_t next = 1;
  if (const MaskKind* const kind = find_mask_kind(mask)) {
    MaskKind::Numbers numbers{};
    for (std::size_t i = 0; i < kind->numbers.size(); ++i) numbers[i] = a.whole(next++, 0, 1 << 20);
    mask = kind->text(numbers);
  }
  const std::string scope = a.has(next) ? a.text(next) : d.state.choices.masks.scope;
  if (scope != "head" && scope != "layer" && scope != "layers") a.fail();
  if (!l.has_attention) throw std::invalid_argument("this model has no attention with a mask");
  set_mask(d, scope, mask);
}
/// The selected query sees the selected key, or not: the mask as it is, but for one cell.
void attention_see(Target& d, const Arguments& a, const Limits& l) {
  const Selection& s = d.state.selection;
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no mask");
  std::vector<std::string> rows = mask_rows(*l.trace, s);
  const auto query = static_cast<std::size_t>(s.query), key = static_cast<std::size_t>(s.key);
  if (query >= rows.size() || key >= rows[query].size())
    throw std::invalid_argument("this model has no attention with a mask");
  char& cell = rows[query][key];
  cell = a.flag(0, cell == '1') ? '1' : '0';
  set_mask(d, d.state.choices.masks.scope, rows_text(rows));
}
void edit(Target& d, const Arguments& a, const Limits& l) {
  const Edit wanted = parse_edit(a.joined());
  if (l.trace) check_edit(wanted, *l.trace);
  set_edit(d.state, edit_text(wanted), true);
}
void edit_remove(Target& d, const Arguments& a, const Limits&) {
  if (d.state.edits.empty()) throw std::invalid_argument("nothing is edited");
  d.state.edits.erase(d.state.edits.begin() + a.whole(0, 0, static_cast<Index>(d.state.edits.size()) - 1));
}
void edit_clear(Target& d, const Arguments&, const Limits&) { d.state.edits.clear(); }
/// The undo is that of the last time it was made: training in between may have moved the weights.
void weight(Target& d, const Arguments& a, const Limits&) {
  const Edit wanted = parse_edit(a.joined());
  const auto* cells = std::get_if<CellEdit>(&wanted);
  if (!cells) throw std::invalid_argument("only cells can be changed in the model itself: NAME[0,1]=2");
  if (d.state.rewound)
    throw std::invalid_argument("weights of a past step cannot change: branch from it, or go to the newest");
  TrainingActions& training = d.actions.training;
  const auto take_back = std::make_shared<std::function<void()>>(training.edit_weights(*cells));
  d.outside = {[take_back] { (*take_back)(); },
               [take_back, edit = *cells, &training] { *take_back = training.edit_weights(edit); }};
}
std::string_view mask_usage() {
  static const std::string usage = "model|none|" + mask_usages("|") + "|100/110/111 [head|layer|layers]";
  return usage;
}
}  // namespace

std::span<const Entry> edits() {
  static const Entry kEntries[] = {
      {{"text.source", "TEXT", "the sentence that the encoder reads; the model answers", true,
        Merging::Always},
       text_source},
      {{"text.target", "TEXT", "the sentence that the decoder reads", true, Merging::Always}, text_target},
      {{"text.generate", "on|off|toggle", "show the model's own output as the target", true}, text_generate},
      {{"attention.scaling", "on|off|toggle", "divide the scores by √D, or not", true}, scaling},
      {{"attention.masking", "on|off|toggle", "apply the mask, or not", true}, masking},
      {{"attention.mask", mask_usage(), "choose what the selected attention may see", true,
        Merging::SameFirstArgument},
       attention_mask},
      {{"attention.see", "on|off|toggle", "let the selected query see the selected key, or not", true},
       attention_see},
      {{"edit", "EDIT", "change something on the way through the model", true}, edit},
      {{"edit.remove", "N", "take an edit back, counted from 0", true}, edit_remove},
      {{"edit.clear", "", "take all edits back", true}, edit_clear},
      {{"weight", "NAME[I,J]=VALUE", "change a weight in the model itself", true}, weight},
  };
  return kEntries;
}

}  // namespace attnlab::commands
