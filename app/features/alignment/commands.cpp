// Commands of the view Alignment: positions, playing, and another alignment to try.
#include <stdexcept>

#include "app/features/alignment/chosen.h"
#include "app/state/commands/command_table.h"
#include "app/state/draft.h"
#include "app/state/trail.h"
#include "core/config/rows.h"

namespace attnlab::commands {

namespace {

const Trace& aligned_trace(const Limits& l) {
  if (!l.config || !is_recurrent_pair(*l.config))
    throw std::invalid_argument("this model is no recurrent encoder–decoder, so it has no alignment");
  if (!l.trace) throw std::invalid_argument("there is no trace yet, so no alignment");
  return *l.trace;
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
  d.screen.alignment_plays = a.flag(0, d.screen.alignment_plays);
  if (d.screen.alignment_plays) d.screen.walk_plays = d.screen.tiles_play = false;
}

/// An alignment that needs equal widths takes one direction of the encoder with it.
void try_alignment(Target& d, const Arguments& a, const Limits& l) {
  const AlignmentKind& kind = a.row(0, alignment_kinds());
  if (!l.config || !is_recurrent_pair(*l.config))
    throw std::invalid_argument("this model is no recurrent encoder–decoder, so it has no alignment");
  const auto drafted = [&] { return draft_of(*l.config, d.state.draft).config; };
  const bool forced = !alignment_kind(drafted().alignment).equal_widths.empty();
  change_draft(d.state.draft, *l.config, "alignment", kind.name);
  if (drafted().bidirectional && !kind.equal_widths.empty())
    change_draft(d.state.draft, *l.config, "bidirectional", "false");
  else if (forced && l.config->bidirectional && kind.equal_widths.empty())
    change_draft(d.state.draft, *l.config, "bidirectional", "true");
}

}  // namespace

std::span<const Entry> alignment() {
  static const std::string names = joined_names(alignment_kinds());
  static const Entry kEntries[] = {
      {{"alignment.at", "POSITION STATE", "select a position of the decoder and a state of the encoder",
        Sender::Lessons, Undo::Each},
       stand_at},
      {{"alignment.previous", "", "the decoder's position before", Sender::Lessons, Undo::Merged},
       move_aligned<-1, 0>},
      {{"alignment.next", "", "the decoder's next position", Sender::Lessons, Undo::Merged},
       move_aligned<1, 0>},
      {{"alignment.state.previous", "", "the encoder state before", Sender::Lessons, Undo::Merged},
       move_aligned<0, -1>},
      {{"alignment.state.next", "", "the next encoder state", Sender::Lessons, Undo::Merged},
       move_aligned<0, 1>},
      {{"alignment.play", "on|off|toggle", "go through the decoder's positions", Sender::Lessons, Undo::None},
       play_alignment},
      {{"alignment.kind", names, "try another alignment of the model, as model.set does", Sender::Lessons,
        Undo::Each},
       try_alignment},
  };
  return kEntries;
}

}  // namespace attnlab::commands
