// The view Alignment: its options, its keys and its row; its commands and expressions.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/alignment/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/commands/command_table.h"
#include "app/state/draft.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/latest_job.h"
#include "app/state/steps_choice.h"
#include "app/state/trail.h"
#include "core/analysis/experiments/length_experiment.h"
#include "core/analysis/recurrence/alignment.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The indices of the cell on the stage that count tokens of the decoder and of the encoder; null: there is
/// no such index.
struct ShownTokens {
  Index *target = nullptr, *source = nullptr;

  ShownTokens(AppState& state, const Trace& trace) {
    if (state.chosen.in_attention()) return;
    CellName& cell = *state.chosen.shown;
    const TraceTensor* const tensor = trace.find(value_name(cell.tensor));
    if (!tensor || cell.index.size() != static_cast<std::size_t>(tensor->shape.rank())) return;
    for (std::size_t axis = 0; axis < cell.index.size(); ++axis) {
      const std::vector<Piece>* const pieces = &axis_pieces(trace, *tensor, axis);
      if (pieces == &trace.input_pieces) target = &cell.index[axis];
      if (pieces == &trace.source_pieces) source = &cell.index[axis];
    }
  }
};

AlignedPlace clamped_place(const Trace& trace, AlignedPlace place) {
  const AlignedPass pass = aligned_pass(trace);
  return {std::clamp<Index>(place.target, 0, pass.positions() - 1),
          std::clamp<Index>(place.source, 0, pass.sources() - 1)};
}

void remember_aligned(AppState& state, const AlignedPlace& place) {
  state.choices.of<AlignmentChoice>().target = place.target;
  state.choices.of<AlignmentChoice>().source = place.source;
}

}  // namespace

AlignedPlace aligned_place(const AppState& state, const Trace& trace) {
  AppState copy;
  copy.chosen = state.chosen;
  const ShownTokens shown(copy, trace);
  const AlignmentChoice& last = state.choices.of<AlignmentChoice>();
  return clamped_place(
      trace, {shown.target ? *shown.target : last.target, shown.source ? *shown.source : last.source});
}

namespace {

/// Selects a place, clamped to the pass. The tensor on the stage stays if it has both tokens, or the one that
/// changes; otherwise the alignment weights replace it, or the decoder's states in a model without attention.
void select_aligned(AppState& state, const Trace& trace, AlignedPlace place) {
  const AlignedPlace before = aligned_place(state, trace), to = clamped_place(trace, place);
  const ShownTokens shown(state, trace);
  const bool stays =
      (to.target == before.target || shown.target) && (to.source == before.source || shown.source);
  if (!stays) return show_aligned(state, trace, to);
  if (shown.target) *shown.target = to.target;
  if (shown.source) *shown.source = to.source;
  remember_aligned(state, to);
}

}  // namespace

void show_aligned(AppState& state, const Trace& trace, AlignedPlace place) {
  const AlignedPlace to = clamped_place(trace, place);
  const AlignedPass pass = aligned_pass(trace);
  state.chosen.shown = pass.weights ? CellName{pass.weights->name, {0, to.target, to.source}}
                                    : CellName{pass.decoder->name, {0, to.target, 0}};
  state.choices.of<StepsChoice>().ids = false;
  remember_aligned(state, to);
}

}  // namespace attnlab

namespace attnlab::expressions {
namespace {

std::string aligned_at(const Asked& a) {
  if (!is_recurrent_pair(a.view.trace->config())) return "none";
  const AlignedPlace at = aligned_place(a.view.state, *a.view.trace);
  return std::to_string(at.target) + " " + std::to_string(at.source);
}

/// "173 of 200": the exact matches of one of the two models, by its alignment, in the N-th band of lengths.
std::string right_by_length(const Asked& a) {
  const auto& found = a.view.analyses->of<LengthExperiment>();
  const auto band = static_cast<std::size_t>(number_in(a.argument(1)) - 1);
  if (!found || band >= found->bands.size()) return "none";
  for (const LengthRun& run : found->runs)
    if (run.alignment && run.alignment->name == a.argument(0) && !run.counts.empty()) {
      const Counts& counts = run.counts.back()[band];
      return std::to_string(counts.right_rows) + " of " + std::to_string(counts.rows);
    }
  return "none";
}

std::span<const ScriptExpression> alignment() {
  static constexpr ScriptExpression kRows[] = {
      {"alignment.at", "", tr_mark("the decoder position and the encoder state, `2 3`, or `none`"),
       aligned_at, Needs::Trace},
      {"alignment.right", "ALIGNMENT BAND",
       tr_mark("exact matches in the N-th band of source lengths, `173 of 200`, or `none`"), right_by_length},
  };
  return kRows;
}

}  // namespace

}  // namespace attnlab::expressions

namespace attnlab::commands {
namespace {

const Trace& aligned_trace(const Limits& l) {
  require_offered(alignment::kFeature, l.config);
  return trace_on_screen(l);
}

void stand_at(Target& d, const Arguments& a, const Limits& l) {
  const Trace& trace = aligned_trace(l);
  const AlignedPass pass = aligned_pass(trace);
  const AlignedPlace to{a.whole(0, 0, pass.positions() - 1), a.whole(1, 0, pass.sources() - 1)};
  leave_trail(d.state);
  show_aligned(d.state, trace, to);
}

template <int Positions, int States>
void move_aligned(Target& d, const Arguments&, const Limits& l) {
  const Trace& trace = aligned_trace(l);
  const AlignedPlace now = aligned_place(d.state, trace);
  leave_trail(d.state);
  select_aligned(d.state, trace, {now.target + Positions, now.source + States});
}

void play_alignment(Target& d, const Arguments& a, const Limits&) {
  d.screen.play(alignment::kFeature, a.flag(0, d.screen.plays == &alignment::kFeature));
}

/// An alignment that needs equal widths also makes the encoder read in one direction.
void try_alignment(Target& d, const Arguments& a, const Limits& l) {
  const AlignmentKind& kind = a.row(0, alignment_kinds());
  require_offered(alignment::kFeature, l.config);
  const auto drafted = [&] { return draft_of(*l.config, d.state.draft).config; };
  const bool forced = !alignment_kind(drafted().alignment).equal_widths.empty();
  change_draft(d.state.draft, *l.config, "alignment", kind.name);
  if (drafted().bidirectional && !kind.equal_widths.empty())
    change_draft(d.state.draft, *l.config, "bidirectional", "false");
  else if (forced && l.config->bidirectional && kind.equal_widths.empty())
    change_draft(d.state.draft, *l.config, "bidirectional", "true");
}

std::span<const Entry> alignment() {
  static const std::string names = joined_names(alignment_kinds());
  static const Entry kEntries[] = {
      {{"alignment.at", "POSITION STATE", tr_mark("select a decoder position and an encoder state"),
        Sender::Lessons, Undo::Each},
       stand_at},
      {{"alignment.previous", "", tr_mark("go to the previous decoder position"), Sender::Lessons,
        Undo::Merged},
       move_aligned<-1, 0>},
      {{"alignment.next", "", tr_mark("go to the next decoder position"), Sender::Lessons, Undo::Merged},
       move_aligned<1, 0>},
      {{"alignment.state.previous", "", tr_mark("go to the previous encoder state"), Sender::Lessons,
        Undo::Merged},
       move_aligned<0, -1>},
      {{"alignment.state.next", "", tr_mark("go to the next encoder state"), Sender::Lessons, Undo::Merged},
       move_aligned<0, 1>},
      {{"alignment.play", "on|off|toggle", tr_mark("play the decoder positions"), Sender::Lessons,
        Undo::None},
       play_alignment},
      {{"alignment.kind", names, tr_mark("try another alignment of the model, as model.set does"),
        Sender::Lessons, Undo::Each},
       try_alignment},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

class LengthAnalysis final : public Analysis {
 public:
  explicit LengthAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// An experiment continues while other views are on the stage, until it ends or is switched off.
  void update(const AnalysisInput& input) override {
    job_.take();
    const AlignmentChoice& choice = input.state.choices.of<AlignmentChoice>();
    const Experiment& open = input.model.experiment;
    if (!choice.experiment || !open.task || !has_lengths_to_compare(open.preset.model)) return clear();
    job_.ask(choice.lengths,
             [open, wanted = choice.lengths, device = device_](const StopToken& stop, const auto& tell) {
               return length_experiment(open, wanted, stop, tell, device);
             });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result(), job_.error(), job_.busy()); }

 private:
  AttentionDeviceChoice device_;
  GrowingJob<LengthSettings, LengthExperiment> job_;
};

std::unique_ptr<Analysis> make_length_analysis(const AnalysisTools& tools) {
  return std::make_unique<LengthAnalysis>(tools);
}

/// The alignments with attention, one of which is compared with the fixed vector.
std::vector<Choice> choices_looking_back() {
  std::vector<Choice> choices;
  for (const AlignmentKind& kind : alignment_kinds())
    if (kind.looks_back()) choices.push_back({kind.name, kind.title});
  return choices;
}

Fields alignment_fields(Choices& choices) {
  AlignmentChoice& c = choices.of<AlignmentChoice>();
  LengthSettings& s = c.lengths;
  return {{"part", &c.part, tr_mark("what is shown"), {}, {}, {"figure", "map", "fixed", "length"}},
          {"target", &c.target, tr_mark("the decoder position"), 0},
          {"source", &c.source, tr_mark("the encoder state"), 0},
          {"experiment", &c.experiment,
           tr_mark("whether a model with a fixed vector and one with attention are trained")},
          {"with",
           &s.alignment,
           tr_mark("the attention compared with the fixed vector"),
           {},
           {},
           choices_looking_back()},
          {"task", &s.task, tr_mark("the task of both models"), {}, {}, choices_of(length_tasks())},
          {"longest", &s.longest, tr_mark("letters in the longest string"), 5, 40},
          {"width", &s.width, tr_mark("hidden units of each model"), 8, 256},
          {"steps", &s.steps, tr_mark("training steps of each model"), 20, 20000}};
}

std::string_view no_alignment(const ModelConfig&) { return tr("it is not a recurrent encoder–decoder"); }

void forget_alignment(Choices& choices) {
  AlignmentChoice& c = choices.of<AlignmentChoice>();
  c.target = c.source = 0;
  c.experiment = false;
}

constexpr ViewKey kAlignmentKeys[] = {
    {"Left", "← →", tr_mark("previous, next decoder position"), "alignment.previous"},
    {"Right", "", tr_mark("next decoder position"), "alignment.next"},
    {"Up", "↑ ↓", tr_mark("previous, next encoder state"), "alignment.state.previous"},
    {"Down", "", tr_mark("next encoder state"), "alignment.state.next"},
    {"P", "P", tr_mark("play the positions, or stop"), "alignment.play toggle"},
    {",", ", .", tr_mark("slower, faster"), "walk.pace slower"},
    {".", "", tr_mark("faster"), "walk.pace faster"},
};

}  // namespace

namespace alignment {

const Feature kFeature = {.name = "alignment",
                          .title = tr_mark("Alignment"),
                          .group = &kPassGroup,
                          .term = "alignment",
                          .key = "A",
                          .shared = {.matrices = true},
                          .keys = kAlignmentKeys,
                          .options = alignment_fields,
                          .forget_model = forget_alignment,
                          .offered = is_recurrent_pair,
                          .why_not = no_alignment,
                          .analysis = make_length_analysis,
                          .commands = commands::alignment,
                          .expressions = expressions::alignment};

}  // namespace alignment

}  // namespace attnlab
