// Commands that change the model's input and edit the pass.
#include <algorithm>
#include <memory>

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/made_commands.h"
#include "app/state/mask_choice.h"
#include "core/language/messages.h"
#include "core/trace/edit.h"

namespace attnlab::commands {

namespace {

/// The example of the task with this source, where its answer is not read.
const Example* known_example(const Limits& l, const std::string& source) {
  if (!l.config || !has_right_answer(format_of(*l.config))) return nullptr;
  const auto known = std::ranges::find(l.examples, source, &Example::source);
  return known == l.examples.end() ? nullptr : &*known;
}
/// The target is what answers the source on screen.
void answer(AppState& state, std::string target) {
  state.target = std::move(target);
  state.answered = state.source;
  state.generate_target = false;
}
/// The old target is no answer to a new source: the model gives its own, or nobody knows the right one. An
/// example of the task brings its answer, and the source that was answered last its own.
void text_source(Target& d, const Arguments& a, const Limits& l) {
  AppState& state = d.state;
  state.source = a.joined();
  state.generate_target = state.answered != state.source;
  const Example* known = state.generate_target ? known_example(l, state.source) : nullptr;
  if (known) answer(state, known->target);
}
void text_target(Target& d, const Arguments& a, const Limits&) {
  answer(d.state, a.joined());
  d.state.question.reset();
}
void text_example(Target& d, const Arguments& a, const Limits& l) {
  if (l.examples.empty()) throw std::invalid_argument(tr("this model has no text examples"));
  const Index number = a.whole(0, 0, count_of(l.examples) - 1);
  const Example& example = l.examples[number];
  d.state.source = example.source;
  answer(d.state, example.target);
  d.state.question.reset();
}
void text_question(Target& d, const Arguments& a, const Limits& l) {
  if (!l.trace || format_of(l.trace->config()) != Format::Stream)
    throw std::invalid_argument(tr("text.question needs a model that continues a text"));
  if (a.text(0) == "task") return d.state.question.reset();
  d.state.question = a.whole(0, 0, l.target_tokens);
}
void text_generate(Target& d, const Arguments& a, const Limits&) {
  d.state.generate_target = a.flag(0, d.state.generate_target);
  d.state.answered.reset();
  if (!d.state.generate_target) d.state.answered = d.state.source;
}
/// Switches an edit on or off.
void set_edit(AppState& state, const Edit& edit, bool wanted) {
  const std::string text = edit_text(edit);
  std::erase(state.edits, text);
  if (wanted) state.edits.push_back(text);
}
/// Takes a part of the selected attention out, or puts it back. Throws where the model has no such part.
void switch_part(Target& d, const Edit& off, const Arguments& a, const Limits& l) {
  const bool taken_out = !a.flag(0, !has_edit(d.state, off));
  if (taken_out && l.trace) check_edit(off, *l.trace);
  set_edit(d.state, off, taken_out);
}
void scaling(Target& d, const Arguments& a, const Limits& l) {
  switch_part(d, scaling_edit(d.state.selection), a, l);
}
void masking(Target& d, const Arguments& a, const Limits& l) {
  switch_part(d, mask_edit(d.state.selection), a, l);
}
/// Replaces all masks of the selected attention and scope by another mask; none: the model's own is back.
void set_mask(AppState& state, const std::string& scope, const std::optional<Edit>& mask) {
  std::erase_if(state.edits,
                [&](const std::string& edit) { return touches_mask(edit, state.selection, scope); });
  state.choices.of<MasksChoice>().scope = scope;
  if (mask) state.edits.push_back(edit_text(*mask));
}
/// `place` with a mask that is not one of the kinds: the model's own (none), no mask, or painted rows.
std::optional<Edit> mask_without_kind(const std::string& name, MaskEdit place) {
  if (name == "model") return {};
  if (name != "none") {
    place.rows = parse_mask_rows(name);
    return place;
  }
  if (place.head != CellRegion::kWhole)
    throw std::invalid_argument(tr("the mask cannot be removed for one head: use the scope layer or layers"));
  return SwitchOff{SwitchOff::What::Mask, place.attention};
}
void attention_mask(Target& d, const Arguments& a, const Limits& l) {
  const std::string& name = a.text(0);
  std::size_t next = 1;
  const MaskKind* const kind = find_mask_kind(name);
  MaskKind::Numbers numbers{};
  for (std::size_t i = 0; kind && i < kind->numbers.size(); ++i)
    numbers[i] = a.whole(next++, kind->numbers[i].least, 1 << 20);
  const std::string scope = a.has(next) ? a.text(next) : d.state.choices.of<MasksChoice>().scope;
  if (scope != "head" && scope != "layer" && scope != "layers") a.fail();
  if (!l.has_attention) throw std::invalid_argument(tr("this model has no attention with a mask"));
  MaskEdit mask = mask_in_scope(d.state.selection, scope);
  if (!kind) return set_mask(d.state, scope, mask_without_kind(name, mask));
  mask.kind = kind;
  mask.numbers = numbers;
  set_mask(d.state, scope, mask);
}
/// Shows the selected key to the selected query, or hides it: changes one cell of the present mask.
void attention_see(Target& d, const Arguments& a, const Limits& l) {
  const Selection& s = d.state.selection;
  const Trace& trace = trace_on_screen(l);
  std::vector<std::string> rows = mask_rows(trace, s);
  const auto query = static_cast<std::size_t>(s.query), key = static_cast<std::size_t>(s.key);
  if (query >= rows.size() || key >= rows[query].size())
    throw std::invalid_argument(tr("this model has no attention with a mask"));
  char& cell = rows[query][key];
  cell = a.flag(0, cell == '1') ? '1' : '0';
  const std::string& scope = d.state.choices.of<MasksChoice>().scope;
  MaskEdit mask = mask_in_scope(s, scope);
  mask.rows = std::move(rows);
  set_mask(d.state, scope, mask);
}
void edit(Target& d, const Arguments& a, const Limits& l) {
  const Edit wanted = parse_edit(a.joined());
  if (l.trace) check_edit(wanted, *l.trace);
  set_edit(d.state, wanted, true);
}
void edit_remove(Target& d, const Arguments& a, const Limits&) {
  if (d.state.edits.empty()) throw std::invalid_argument(tr("there are no edits"));
  d.state.edits.erase(d.state.edits.begin() + as_offset(a.whole(0, 0, count_of(d.state.edits) - 1)));
}
void edit_clear(Target& d, const Arguments&, const Limits&) { d.state.edits.clear(); }
/// Each redo stores its own undo: training in between may have moved the weights.
void weight(Target& d, const Arguments& a, const Limits&) {
  const Edit wanted = parse_edit(a.joined());
  const auto* cells = std::get_if<CellEdit>(&wanted);
  if (!cells) throw std::invalid_argument(tr("only cells of a weight can be changed: NAME[0,1]=2"));
  if (d.state.rewound)
    throw std::invalid_argument(
        tr("weights of a past step cannot be changed: branch from the step, or go to the newest step"));
  TrainingActions& training = d.actions.training;
  const auto take_back = std::make_shared<std::function<void()>>(training.edit_weights(*cells));
  d.outside = {[take_back] { (*take_back)(); },
               [take_back, edit = *cells, &training] { *take_back = training.edit_weights(edit); }};
}
std::string_view mask_usage() {
  static const std::string usage = "model|none|" + mask_usages("|") + "|100/110/111 [head|layer|layers]";
  return usage;
}

/// What answers a source counts where the model does not give its own answer.
bool same_texts(const AppState& a, const AppState& b) {
  return a.source == b.source && a.generate_target == b.generate_target &&
         (a.generate_target || (a.target == b.target && a.answered == b.answered));
}
bool is_stream(const Limits& l) { return l.config && format_of(*l.config) == Format::Stream; }

void say_text(const StateChange& c, Commands& out) {
  const bool target_counts = !c.to.generate_target || is_stream(c.limits);
  if (same_texts(c.from, c.to) && (!target_counts || c.from.target == c.to.target)) return;
  if (c.from.source != c.to.source) out.push_back({"text.source", as_words(c.to.source)});
  if (target_counts) out.push_back({"text.target", as_words(c.to.target)});
  if (c.to.generate_target) out.push_back({"text.generate", {"on"}});
}
void say_question(const StateChange& c, Commands& out) {
  if (c.from.question == c.to.question) return;
  out.push_back({"text.question", {c.to.question ? std::to_string(*c.to.question) : "task"}});
}
/// Edits are added at the end; where others are away, all of them are said again.
void say_edits(const StateChange& c, Commands& out) {
  const std::vector<std::string>&now = c.from.edits, &wanted = c.to.edits;
  const bool goes_on = now.size() <= wanted.size() && std::equal(now.begin(), now.end(), wanted.begin());
  if (!goes_on) out.push_back({"edit.clear", {}});
  for (std::size_t i = goes_on ? now.size() : 0; i < wanted.size(); ++i)
    out.push_back({"edit", as_words(wanted[i])});
}

}  // namespace

std::span<const Entry> edits() {
  static const Entry kEntries[] = {
      {{"text.source", "TEXT",
        tr_mark("set the source, which the encoder reads; the model generates the target"), Sender::Lessons,
        Undo::Merged},
       text_source},
      {{"text.target", "TEXT",
        tr_mark("set the target, which the decoder reads, or the correct class or labels"), Sender::Lessons,
        Undo::Merged},
       text_target},
      {{"text.example", "N", tr_mark("choose an example of the task with its correct answer, counted from 0"),
        Sender::Lessons, Undo::Each},
       text_example},
      {{"text.question", "task|N",
        tr_mark("ignore the predictions of the first N tokens; task: count as the task does"),
        Sender::Lessons, Undo::Each},
       text_question},
      {{"text.generate", "on|off|toggle", tr_mark("use the output that the model generates as the target"),
        Sender::Lessons, Undo::Each},
       text_generate},
      {{"attention.scaling", "on|off|toggle", tr_mark("switch the division of the scores by √D on or off"),
        Sender::Lessons, Undo::Each},
       scaling},
      {{"attention.masking", "on|off|toggle", tr_mark("switch the mask on or off"), Sender::Lessons,
        Undo::Each},
       masking},
      {{"attention.mask", mask_usage(), tr_mark("choose the mask of the selected attention"), Sender::Lessons,
        Undo::MergedByArgument},
       attention_mask},
      {{"attention.see", "on|off|toggle", tr_mark("show the selected key to the selected query, or mask it"),
        Sender::Lessons, Undo::Each},
       attention_see},
      {{"edit", "EDIT", tr_mark("change an activation during the forward pass"), Sender::Lessons, Undo::Each},
       edit},
      {{"edit.remove", "N", tr_mark("remove an edit, counted from 0"), Sender::Lessons, Undo::Each},
       edit_remove},
      {{"edit.clear", "", tr_mark("remove all edits"), Sender::Lessons, Undo::Each}, edit_clear},
      {{"weight", "NAME[I,J]=VALUE", tr_mark("change a weight in the model itself"), Sender::Lessons,
        Undo::Each},
       weight},
  };
  return kEntries;
}

extern const StatePart kTextPart = {.name = tr_mark("the text"), .say = say_text, .changes_pass = true};
extern const StatePart kQuestionPart = {.name = tr_mark("which predictions count"), .say = say_question};
extern const StatePart kEditsPart = {.name = tr_mark("the edits"), .say = say_edits};

}  // namespace attnlab::commands
