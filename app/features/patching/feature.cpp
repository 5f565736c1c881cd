// The view Patching: its options, its keys and its row; its commands.
#include <algorithm>
#include <stdexcept>

#include "app/feature/features.h"
#include "app/features/patching/choice.h"
#include "app/state/commands/command_table.h"
#include "core/analysis/patching/edits.h"
#include "core/config/rows.h"

namespace attnlab::commands {
namespace {

void require_patching(const Limits& l) {
  if (!l.config || !can_be_patched(*l.config))
    throw std::invalid_argument("this model reads no two texts that can be patched");
}

void patch_propose(Target& d, const Arguments&, const Limits& l) {
  require_patching(l);
  PatchingChoice& c = d.state.choices.of<PatchingChoice>();
  ++c.proposal;
  c.clean = c.clean_answer = c.changed = c.changed_answer = "";
  c.position = -1;
  c.stopped = false;
}

void patch_texts(Target& d, const Arguments& a, const Limits& l) {
  require_patching(l);
  PatchingChoice& c = d.state.choices.of<PatchingChoice>();
  c.clean = a.text(0);
  c.changed = a.text(1);
  c.clean_answer = a.has(2) ? a.text(2) : "";
  c.changed_answer = a.has(3) ? a.text(3) : "";
  c.stopped = false;
}

/// The pass on screen reads the changed text.
void read_changed(AppState& state, const PatchText& changed, Format format) {
  state.question.reset();
  if (format == Format::Stream) {
    state.target = changed.text + changed.answer;
    return;
  }
  state.source = changed.text;
  state.generate_target = changed.answer.empty();
  state.answered.reset();
  if (changed.answer.empty()) return;
  state.target = changed.answer;
  state.answered = state.source;
}

bool is_patch(const std::string& edit) { return std::holds_alternative<PatchEdit>(parse_edit(edit)); }

/// The cells as in "NAME[0,2,*] from …", of an edit that is written with another text.
CellRegion cells_in(const std::string& text) {
  return std::get<PatchEdit>(parse_edit(text + " from x")).cells;
}

void patch_cell(Target& d, const Arguments& a, const Limits& l) {
  require_patching(l);
  const PatchPair pair = d.state.choices.of<PatchingChoice>().pair();
  if (pair.clean.text.empty() || pair.changed.text.empty())
    throw std::invalid_argument("patch.texts chooses two texts first");
  const Format format = format_of(*l.config);
  const std::string edit = edit_text(patch_edit(cells_in(a.text(0)), pair.clean, format));
  const bool there = std::ranges::find(d.state.edits, edit) != d.state.edits.end();
  std::erase_if(d.state.edits, is_patch);
  read_changed(d.state, pair.changed, format);
  if (!there) d.state.edits.push_back(edit);
}

/// The texts and the cell in one step of undo.
void patch_take(Target& d, const Arguments& a, const Limits& l) {
  require_patching(l);
  PatchingChoice& c = d.state.choices.of<PatchingChoice>();
  c.clean = a.text(1);
  c.changed = a.text(2);
  c.clean_answer = a.has(3) ? a.text(3) : "";
  c.changed_answer = a.has(4) ? a.text(4) : "";
  patch_cell(d, a, l);
}

std::span<const Entry> patching() {
  static constexpr Entry kEntries[] = {
      {{"patch.propose", "", "propose another pair of texts", Sender::Lessons, Undo::Each}, patch_propose},
      {{"patch.texts", "CLEAN CHANGED [CLEAN_ANSWER] [CHANGED_ANSWER]",
        "the two texts; without answers the model says them", Sender::Lessons, Undo::Merged},
       patch_texts},
      {{"patch.cell", "TENSOR[0,2,*]",
        "read the changed text with these cells as in the clean text, or take that back", Sender::Lessons,
        Undo::Each},
       patch_cell},
      {{"patch.take", "TENSOR[0,2,*] CLEAN CHANGED [CLEAN_ANSWER] [CHANGED_ANSWER]",
        "patch.texts and patch.cell at once", Sender::Lessons, Undo::Each},
       patch_take},
  };
  return kEntries;
}

}  // namespace

}  // namespace attnlab::commands

namespace attnlab {
namespace {

Fields patching_fields(Choices& choices) {
  PatchingChoice& c = choices.of<PatchingChoice>();
  return {{"clean", &c.clean, "the clean text"},
          {"clean_answer", &c.clean_answer, "its answer; nothing: the model's own"},
          {"changed", &c.changed, "the changed text"},
          {"changed_answer", &c.changed_answer, "its answer; nothing: the model's own"},
          {"proposal", &c.proposal, "which of the proposed pairs, where no text is typed", 0},
          {"what", &c.what, "what is taken from the clean text", {}, {}, choices_of(patched_parts())},
          {"metric", &c.metric, "what judges the answer", {}, {}, choices_of(patch_metrics())},
          {"into", &c.into, "what of a head a path leads into", {}, {}, choices_of(path_inputs())},
          {"position", &c.position, "of heads: at this position alone; -1: at all", -1},
          {"side", &c.side, "whose position it is", {}, {}, {"target", "source"}},
          {"stopped", &c.stopped, "nothing is worked out"}};
}

std::string_view no_patching(const ModelConfig& config) {
  return is_transformer(config) ? "it reads pictures" : "it is no Transformer";
}

void forget_patching(Choices& choices) {
  PatchingChoice next;
  next.what = choices.of<PatchingChoice>().what;
  next.metric = choices.of<PatchingChoice>().metric;
  next.into = choices.of<PatchingChoice>().into;
  choices.of<PatchingChoice>() = next;
}

constexpr ViewKey kPatchingKeys[] = {{"X", "X", "another pair of texts", "patch.propose"}};

void copy_patched_texts(Choices& to, const Choices& from) {
  PatchingChoice& t = to.of<PatchingChoice>();
  const PatchingChoice& f = from.of<PatchingChoice>();
  t.clean = f.clean;
  t.clean_answer = f.clean_answer;
  t.changed = f.changed;
  t.changed_answer = f.changed_answer;
  t.proposal = f.proposal;
}

}  // namespace

PatchQuestion PatchingChoice::question(const PatchPair& pair) const {
  PatchQuestion question{.pair = pair, .what = what, .metric = metric, .into = into};
  const bool of_heads = patched_part(what).kind == PatchedPart::Kind::Heads;
  if (of_heads && position >= 0)
    question.at = PatchPosition{side == "source" ? Text::Source : Text::Target, position};
  return question;
}

std::unique_ptr<Analysis> make_patching_analyses(const AnalysisTools& tools);

namespace patching {

const Feature kFeature = {.name = "patching",
                          .title = "Patching",
                          .group = &kInsideGroup,
                          .term = "activation patching",
                          .key = "Z",
                          .shared = {.matrices = true},
                          .keys = kPatchingKeys,
                          .options = patching_fields,
                          .forget_model = forget_patching,
                          .offered = can_be_patched,
                          .why_not = no_patching,
                          .copy_typed = copy_patched_texts,
                          .analysis = make_patching_analyses,
                          .commands = commands::patching};

}  // namespace patching

}  // namespace attnlab
