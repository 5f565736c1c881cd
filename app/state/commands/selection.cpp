// Commands that select heads, tokens, tensors and cells.
#include <algorithm>

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/made_commands.h"
#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"
#include "app/state/trail.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

CellName read_cell(const Arguments& a) { return {a.text(0), a.indices(1)}; }

/// The selection, for a change; puts the attention back on the stage.
Selection& attention_choice(Target& d, const Limits& l) {
  leave_trail(d.state);
  d.state.choices.of<StepsChoice>().ids = false;
  if (l.has_attention) d.state.chosen.shown.reset();
  return d.state.selection;
}

/// The selected cell of the tensor on the stage, for a change; null while an attention is on the stage.
CellName* shown(Target& d) {
  if (d.state.chosen.in_attention()) return nullptr;
  leave_trail(d.state);
  return &*d.state.chosen.shown;
}
/// Puts another tensor, or its gradient NAME.grad, on the stage at the current row and column.
void show(Target& d, const Limits& l, const std::string& name) {
  const Trace& trace = trace_on_screen(l);
  const TraceTensor& tensor = trace.at(value_name(name));
  if (is_gradient(name) && tensor.gradient.empty())
    throw std::invalid_argument(tr("no gradient reaches {1}", tensor.name));
  CellName cell = cell_at(tensor, current_row(d.state), current_column(d.state));
  cell.tensor = name;
  d.state.chosen.shown = std::move(cell);
  d.state.choices.of<StepsChoice>().ids = false;
  leave_trail(d.state);
}
void select_tensor(Target& d, const Arguments& a, const Limits& l) {
  show(d, l, a.text(0));
  if (!a.has(1)) return;
  const CellName wanted = read_cell(a);
  ChosenCell& chosen = d.state.chosen;
  if (wanted.index.size() != chosen.shown->index.size()) a.fail();
  chosen.shown = wanted;
  clamp_chosen(chosen, l);
  select_head_of(d.state, *chosen.shown, l);
}

void select_attention(Target& d, const Arguments& a, const Limits& l) {
  const AttentionKind kind = attention_from(a.text(0));
  if (kind != AttentionKind::DecoderSelf && !l.has_encoder) {
    throw std::invalid_argument(tr("this model has no encoder: use decoder_self"));
  }
  if (kind != AttentionKind::EncoderSelf && !l.has_decoder) {
    throw std::invalid_argument(tr("this model has no decoder: use encoder_self"));
  }
  Selection& chosen = attention_choice(d, l);
  chosen.attention = kind;
  if (a.has(1)) chosen.layer = a.whole(1, 0, l.layers - 1);
  if (a.has(2)) chosen.head = a.whole(2, 0, l.heads - 1);
}
void select_layer(Target& d, const Arguments& a, const Limits& l) {
  attention_choice(d, l).layer = a.whole(0, 0, l.layers - 1);
}
void select_head(Target& d, const Arguments& a, const Limits& l) {
  attention_choice(d, l).head = a.whole(0, 0, l.heads - 1);
}
void select_stage(Target& d, const Arguments& a, const Limits& l) {
  attention_choice(d, l);
  d.state.chosen.stage = stage_from(a.text(0));
}
void set_row(Target& d, CellName& cell, Index row, const Limits& l) {
  if (cell.index.size() >= 2) cell.index[cell.index.size() - 2] = row;
  clamp_chosen(d.state.chosen, l);
}
void select_query(Target& d, const Arguments& a, const Limits& l) {
  if (CellName* cell = shown(d)) return set_row(d, *cell, a.whole(0, 0, 1 << 20), l);
  attention_choice(d, l).query = a.whole(0, 0, query_count(d.state.selection, l) - 1);
}
void select_key(Target& d, const Arguments& a, const Limits& l) {
  attention_choice(d, l).key = a.whole(0, 0, key_count(d.state.selection, l) - 1);
}
void select_feature(Target& d, const Arguments& a, const Limits& l) {
  attention_choice(d, l).feature = a.whole(0, 0, feature_count(d.state.chosen.stage, l) - 1);
}
/// A text that described the picture before describes it no more: the target is the right one of this
/// picture.
void select_picture(Target& d, const Arguments& a, const Limits& l) {
  if (l.pictures.empty()) throw std::invalid_argument(tr("this model does not read pictures"));
  leave_trail(d.state);
  d.state.picture = a.whole(0, 0, static_cast<Index>(l.pictures.size()) - 1);
  if (l.config && writes_answer(format_of(*l.config)))
    d.state.target = l.pictures[static_cast<std::size_t>(d.state.picture)].target;
  d.state.own = {};
}
/// Selects a row and a column of the matrix on the stage.
void select_cell(Target& d, const Arguments& a, const Limits& l) {
  const Selection& s = d.state.selection;
  const Stage stage = d.state.chosen.stage;
  const bool row_is_key = rows_are_keys(stage), column_is_key = columns_are_keys(stage);
  const Index row = a.whole(0, 0, (row_is_key ? key_count(s, l) : query_count(s, l)) - 1);
  const Index column = a.whole(1, 0, (column_is_key ? key_count(s, l) : feature_count(stage, l)) - 1);
  Selection& chosen = attention_choice(d, l);
  (row_is_key ? chosen.key : chosen.query) = row;
  (column_is_key ? chosen.key : chosen.feature) = column;
}
template <int Step>
void move_head(Target& d, const Arguments&, const Limits& l) {
  CellName* const cell = shown(d);
  Selection& s = cell ? d.state.selection : attention_choice(d, l);
  if (!cell || cell->index.size() == 4) s.head = clamp_index(s.head + Step, l.heads);
  if (!cell || cell->index.size() != 4) return;
  cell->index[1] = head_in(l.trace ? l.trace->find(value_name(cell->tensor)) : nullptr, s);
  clamp_chosen(d.state.chosen, l);
}
template <int Step>
void move_layer(Target& d, const Arguments&, const Limits& l) {
  if (const CellName* cell = shown(d); cell && l.trace)
    return show(d, l, tensor_in_layer(*l.trace, cell->tensor, Step));
  Selection& s = attention_choice(d, l);
  s.layer = clamp_index(s.layer + Step, l.layers);
}
template <int Step>
void move_query(Target& d, const Arguments&, const Limits& l) {
  if (CellName* cell = shown(d)) return set_row(d, *cell, row_of(*cell) + Step, l);
  Selection& s = attention_choice(d, l);
  s.query = clamp_index(s.query + Step, query_count(s, l));
}
template <int Step>
void move_key(Target& d, const Arguments&, const Limits& l) {
  Selection& s = attention_choice(d, l);
  s.key = clamp_index(s.key + Step, key_count(s, l));
}
/// A walk that plays would take the stage away again.
void inspect(Target& d, const Arguments& a, const Limits& l) {
  follow_cell(d.state, read_cell(a), l);
  d.screen.plays = nullptr;
}
void inspect_here(Target& d, const Arguments& a, const Limits&) { explain_aside(d.state, read_cell(a)); }
void inspect_back(Target& d, const Arguments&, const Limits&) { back_on_trail(d.state); }

bool any_beyond_first(const std::vector<Index>& index) {
  return std::ranges::any_of(index, [](Index i) { return i > 0; });
}

/// A number that another text may have cut is said again, even where it is as it was.
void say_selection(const StateChange& c, Commands& out) {
  const Selection &now = c.from.selection, &wanted = c.to.selection;
  const ChosenCell &was = c.from.chosen, &chosen = c.to.chosen;
  const std::size_t before = out.size();
  const auto cut = [&](Index number) { return c.other_pass && number > 0; };
  if (c.limits.has_attention) {
    const bool other_head =
        now.attention != wanted.attention || now.layer != wanted.layer || now.head != wanted.head;
    const bool other_place = now != wanted || cut(wanted.query) || cut(wanted.key);
    if (other_head)
      out.push_back({"select.attention",
                     {std::string(attention_name(wanted.attention)), std::to_string(wanted.layer),
                      std::to_string(wanted.head)}});
    // While a tensor is on the stage, a query is a row of that.
    if (was.stage != chosen.stage || (was.shown && !other_head && (other_place || !chosen.shown)))
      out.push_back({"select.stage", {std::string(stage_name(chosen.stage))}});
    if (now.query != wanted.query || cut(wanted.query))
      out.push_back({"select.query", {std::to_string(wanted.query)}});
    if (now.key != wanted.key || cut(wanted.key)) out.push_back({"select.key", {std::to_string(wanted.key)}});
    if (now.feature != wanted.feature) out.push_back({"select.feature", {std::to_string(wanted.feature)}});
  }
  if (!chosen.shown) return;
  const bool may_be_cut = c.other_pass && any_beyond_first(chosen.shown->index);
  if (was.shown == chosen.shown && !may_be_cut && out.size() == before) return;
  out.push_back(show_command(*chosen.shown));
}

/// A number beside the stage is inspected; the way back from there is no part of a state.
void say_inspected(const StateChange& c, Commands& out) {
  if (c.from.aside == c.to.aside) return;
  if (!c.to.aside) return out.push_back({"inspect.back", {}});
  out.push_back(cell_command("inspect.here", *c.to.aside));
}

}  // namespace

std::span<const Entry> selection() {
  static constexpr Entry kEntries[] = {
      {{"select.attention", "encoder_self|decoder_self|cross [LAYER [HEAD]]",
        tr_mark("select a kind of attention, and a layer and head of it"), Sender::Lessons, Undo::Each},
       select_attention},
      {{"select.layer", "N", tr_mark("select a layer"), Sender::Lessons, Undo::Each}, select_layer},
      {{"select.head", "N", tr_mark("select a head"), Sender::Lessons, Undo::Each}, select_head},
      {{"select.stage", "NAME", tr_mark("select an operation: query, key, value, scores, …"), Sender::Lessons,
        Undo::Each},
       select_stage},
      {{"select.query", "N", tr_mark("select the query token"), Sender::Lessons, Undo::Each}, select_query},
      {{"select.key", "N", tr_mark("select the key token"), Sender::Lessons, Undo::Each}, select_key},
      {{"select.feature", "N", tr_mark("select a feature"), Sender::Lessons, Undo::Each}, select_feature},
      {{"select.picture", "N", tr_mark("select a picture"), Sender::Lessons, Undo::Each}, select_picture},
      {{"select.cell", "ROW COLUMN", tr_mark("select a cell of the matrix on the stage"), Sender::Lessons,
        Undo::Each},
       select_cell},
      {{"select.tensor", "NAME [I,J,…]", tr_mark("show a tensor, and select a cell of it"), Sender::Lessons,
        Undo::Each},
       select_tensor},
      {{"query.next", "", tr_mark("select the next query token"), Sender::Lessons, Undo::Each},
       move_query<1>},
      {{"query.previous", "", tr_mark("select the previous query token"), Sender::Lessons, Undo::Each},
       move_query<-1>},
      {{"key.next", "", tr_mark("select the next key token"), Sender::Lessons, Undo::Each}, move_key<1>},
      {{"key.previous", "", tr_mark("select the previous key token"), Sender::Lessons, Undo::Each},
       move_key<-1>},
      {{"head.next", "", tr_mark("select the next head"), Sender::Lessons, Undo::Each}, move_head<1>},
      {{"head.previous", "", tr_mark("select the previous head"), Sender::Lessons, Undo::Each},
       move_head<-1>},
      {{"layer.next", "", tr_mark("select the next layer"), Sender::Lessons, Undo::Each}, move_layer<1>},
      {{"layer.previous", "", tr_mark("select the previous layer"), Sender::Lessons, Undo::Each},
       move_layer<-1>},
      {{"inspect", "TENSOR I,J,…", tr_mark("explain a cell, and show it on the stage"), Sender::Lessons,
        Undo::Each},
       inspect},
      {{"inspect.here", "TENSOR I,J,…", tr_mark("explain a cell without changing the stage"), Sender::Lessons,
        Undo::Each},
       inspect_here},
      {{"inspect.back", "", tr_mark("go back to the previous number"), Sender::Lessons, Undo::Each},
       inspect_back},
  };
  return kEntries;
}

extern const StatePart kSelectionPart = {
    .name = tr_mark("the selection"), .say = say_selection, .follows_pass = true};
extern const StatePart kInspectedPart = {.name = tr_mark("the inspected number"), .say = say_inspected};

}  // namespace attnlab::commands
