// The view Contributions: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/base/format.h"
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/features/contributions/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/heads_choice.h"
#include "app/state/steps_choice.h"
#include "app/state/tensor_groups.h"
#include "app/state/token_selection.h"
#include "app/state/trail.h"
#include "core/analysis/contributions/stream_path.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

bool asks_source(const Trace& trace) {
  return architecture_of(trace.config()).last_stack().text == Text::Source;
}

/// The row of the logits that the selection is about: the selected token of the text that the prediction is
/// read from; if none is selected, the last row with a correct token; 0 if the model predicts one class.
Index asked_position(const AppState& state, const Trace& trace) {
  const Index rows = logit_rows(trace);
  if (rows == 1) return 0;
  const TextSide side = asks_source(trace) ? TextSide::Source : TextSide::Target;
  const int query = selected_tokens(state, trace, side).query;
  return query < 0 ? last_asked_position(trace) : std::min<Index>(query, rows - 1);
}

}  // namespace

AskedLogit asked_logit(const AppState& state, const Trace& trace, const Tokenizer& words) {
  const ContributionsChoice& choice = state.choices.of<ContributionsChoice>();
  const auto named = [&](const std::string& word) {
    return word.empty() ? kUnknownId : word_named(words, word);
  };
  AskedLogit asked{.position = asked_position(state, trace), .word = named(choice.word)};
  if (asked.word == kUnknownId) asked.word = word_to_ask(trace, asked.position);
  const TokenId against = named(choice.against);
  if (against != kUnknownId && against != asked.word) asked.against = against;
  return asked;
}

namespace {

/// The attention whose heads the view shows: the selected one if it is in the stack that predicts, or else
/// the self-attention of that stack.
Place asked_attention(const AppState& state, const Trace& trace) {
  AttentionKind kind = state.selection.attention;
  const bool of_source = kind == AttentionKind::EncoderSelf;
  if (of_source != asks_source(trace))
    kind = of_source ? AttentionKind::DecoderSelf : AttentionKind::EncoderSelf;
  return attention_place(kind, state.selection.layer);
}

}  // namespace

const ContributionPart* looked_at_part(const AppState& state, const Trace& trace, const Contributions& all) {
  const std::string& tensor = state.choices.of<ContributionsChoice>().selected;
  const Place attention = asked_attention(state, trace);
  const auto found = std::ranges::find_if(all.parts, [&](const ContributionPart& part) {
    if (!tensor.empty()) return part.head < 0 && part.tensor == tensor;
    return part.head == state.selection.head && part.place == attention;
  });
  return found == all.parts.end() ? nullptr : &*found;
}

}  // namespace attnlab

namespace attnlab::expressions {
namespace {

/// Null while nothing is computed.
const Contributions* split_logit(const Asked& a) { return a.view.found<Contributions>(); }

std::string split_word(const Asked& a) {
  const Contributions* const all = split_logit(a);
  if (!all || !a.view.vocabularies) return "none";
  const Tokenizer& words = a.view.vocabularies->target;
  return words.entry(all->of.word) + (all->of.against ? " - " + words.entry(*all->of.against) : "");
}

std::string split_number(const Asked& a, double (*of)(const Contributions&)) {
  const Contributions* const all = split_logit(a);
  return all ? format_fixed(of(*all), 3) : "none";
}

std::string split_part(const Asked& a) {
  const Contributions* const all = split_logit(a);
  if (!all) return "none";
  const Index head = a.argument(1).empty() ? -1 : number_in(a.argument(1));
  const auto part = std::ranges::find_if(all->parts, [&](const ContributionPart& each) {
    return each.tensor == a.argument(0) && each.head == head;
  });
  return part == all->parts.end() ? "none" : format_fixed(part->value, 3);
}

/// The number of steps in the history of the parts.
std::string split_steps(const Asked& a) {
  const ContributionCourse* const course = a.view.found<ContributionCourse>();
  return course ? std::to_string(course->steps.size()) : "none";
}

std::span<const ScriptExpression> contributions() {
  static constexpr ScriptExpression kRows[] = {
      {"contributions.word", "",
       tr_mark(
           "the token whose logit the view Contributions shows, with ` - ` and the token that is subtracted"),
       split_word},
      {"contributions.logit", "",
       tr_mark("the logit in the view Contributions, from the forward pass, with three decimals, or `none`"),
       [](const Asked& a) { return split_number(a, [](const Contributions& all) { return all.logit; }); }},
      {"contributions.sum", "", tr_mark("the sum of all parts of this logit, with three decimals, or `none`"),
       [](const Asked& a) { return split_number(a, [](const Contributions& all) { return all.sum(); }); }},
      {"contributions.part", "TENSOR [HEAD]",
       tr_mark("the contribution of a part to this logit, with three decimals, or `none`"), split_part},
      {"contributions.steps", "",
       tr_mark("number of steps for which the view Contributions has computed the parts, or `none`"),
       split_steps},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

const Trace& contribution_trace(const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  if (!has_stream_path(trace.config()))
    throw std::invalid_argument(tr("the logits of this model cannot be split into contributions: {1}",
                                   tr(why_no_stream_path(trace.config()))));
  return trace;
}

/// Selects an attention whose queries are the rows of the logits, at this query.
void put_position(AppState& state, const Trace& trace, Index position) {
  leave_trail(state);
  state.chosen.shown.reset();
  state.selection.attention = attention_of(asked_attention(state, trace));
  state.selection.query = position;
}

void choose_position(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  put_position(d.state, trace, a.whole(0, 0, logit_rows(trace) - 1));
}

template <int Step>
void move_position(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  put_position(d.state, trace, clamp_index(asked_position(d.state, trace) + Step, logit_rows(trace)));
}

/// Selects a head by its attention and number, any other part by its tensor. The position stays.
void select_part(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  const TraceTensor& tensor = l.trace->at(a.text(0));
  AppState& state = d.state;
  if (!a.has(1)) {
    state.choices.of<ContributionsChoice>().selected = tensor.name;
    return;
  }
  if (tensor.place.kind() != PartKind::Attention) a.fail();
  const Index head = a.whole(1, 0, l.heads - 1), position = asked_position(state, trace);
  state.choices.of<ContributionsChoice>().selected.clear();
  leave_trail(state);
  state.chosen.shown.reset();
  state.selection.attention = attention_of(tensor.place);
  state.selection.layer = layer_number(tensor.place);
  state.selection.head = head;
  if (logit_rows(trace) > 1) state.selection.query = position;
}

/// A head opens in the view Heads, any other part in the walk through the forward pass.
void open_part(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = contribution_trace(l);
  AppState& state = d.state;
  const std::string& name = state.choices.of<ContributionsChoice>().selected;
  const TraceTensor* const tensor = name.empty() ? nullptr : l.trace->find(name);
  if (tensor) {
    const Index row = asked_position(state, trace);
    state.chosen.shown = cell_at(*tensor, row, 0);
    clamp_chosen(state.chosen, l);
    state.view = &steps::kFeature;
  } else {
    const Place attention = asked_attention(state, trace);
    state.chosen.shown.reset();
    state.selection.attention = attention_of(attention);
    state.choices.of<HeadsChoice>().open = true;
    state.view = &heads::kFeature;
  }
  leave_trail(state);
  if (state.beside == state.view) state.beside = nullptr;
}

std::span<const Entry> contributions() {
  static constexpr Entry kEntries[] = {
      {{"contributions.position", "N", tr_mark("show the logit at another position"), Sender::Lessons,
        Undo::Merged},
       choose_position},
      {{"contributions.previous", "", tr_mark("show the logit at the previous position"), Sender::Lessons,
        Undo::Merged},
       move_position<-1>},
      {{"contributions.next", "", tr_mark("show the logit at the next position"), Sender::Lessons,
        Undo::Merged},
       move_position<1>},
      {{"contributions.select", "TENSOR [HEAD]", tr_mark("select one part of the logit"), Sender::Lessons,
        Undo::Each},
       select_part},
      {{"contributions.open", "", tr_mark("open the selected part in its own view"), Sender::Lessons,
        Undo::Each},
       open_part},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields contributions_fields(Choices& choices) {
  constexpr double kMostThreshold = 0.9;
  ContributionsChoice& c = choices.of<ContributionsChoice>();
  return {
      {"part", &c.part, tr_mark("what is shown"), {}, {}, {"sum", "graph", "training"}},
      {"order", &c.order, tr_mark("the order of the parts"), {}, {}, {"computation", "size"}},
      {"word", &c.word,
       tr_mark("the token whose logit is shown; empty: the correct token or, if it is unknown, the most "
               "probable")},
      {"against", &c.against, tr_mark("the token whose logit is subtracted; empty: none")},
      {"selected", &c.selected, tr_mark("the tensor of the selected part; empty: the selected head")},
      {"threshold", &c.threshold,
       tr_mark("the smallest contribution that has a line, as a share of the largest"), 0, kMostThreshold}};
}

void forget_contributions(Choices& choices) {
  ContributionsChoice& c = choices.of<ContributionsChoice>();
  c.word = c.against = c.selected = "";
}

constexpr ViewKey kContributionsKeys[] = {
    {"Left", "← →", tr_mark("previous, next position"), "contributions.previous"},
    {"Right", "", tr_mark("next position"), "contributions.next"},
    {"Enter", "Enter", tr_mark("open the selected part"), "contributions.open"},
};

}  // namespace

std::unique_ptr<Analysis> make_contribution_analysis(const AnalysisTools& tools);

namespace contributions {

const Feature kFeature = {.name = "contributions",
                          .title = tr_mark("Contributions"),
                          .group = &kInsideGroup,
                          .term = "direct logit attribution",
                          .key = "D",
                          .shared = {.cells = true, .layers = true},
                          .keys = kContributionsKeys,
                          .options = contributions_fields,
                          .forget_model = forget_contributions,
                          .offered = has_stream_path,
                          .why_not = why_no_stream_path,
                          .analysis = make_contribution_analysis,
                          .commands = commands::contributions,
                          .expressions = expressions::contributions};

}  // namespace contributions

}  // namespace attnlab
