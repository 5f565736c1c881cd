// Commands that say the present state by commands, open a state that was said so, and record.
#include <stdexcept>

#include "app/state/commands/command_table.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

/// The step stays: the run is not what is chosen.
void reset_choices(Target& d, const Arguments&, const Limits& l) {
  if (!l.start) throw std::invalid_argument(tr("no model is open, so there is nothing to reset"));
  const auto rewound = d.state.rewound;
  d.state = first_choices(*l.start);
  d.state.rewound = rewound;
  d.screen.looks.clear();
}
void copy_setup(Target& d, const Arguments&, const Limits&) { d.actions.sharing.copy_setup(); }
void copy_state(Target& d, const Arguments&, const Limits&) { d.actions.sharing.copy_state(); }
void open_state(Target& d, const Arguments& a, const Limits&) {
  a.text(0);
  d.actions.sharing.open_state(a.joined());
  d.screen.welcome = false;
}
void record(Target& d, const Arguments& a, const Limits&) {
  SharingActions& sharing = d.actions.sharing;
  sharing.record(a.flag(0, sharing.records()));
}
void copy_record(Target& d, const Arguments&, const Limits&) { d.actions.sharing.copy_record(); }
void clear_record(Target& d, const Arguments&, const Limits&) { d.actions.sharing.clear_record(); }

}  // namespace

std::span<const Entry> sharing() {
  static constexpr Entry kEntries[] = {
      {{"state.reset", "", tr_mark("reset the text, views, selection and edits; the step stays"),
        Sender::Lessons, Undo::Each},
       reset_choices},
      {{"setup.copy", "", tr_mark("copy the commands that set the present state, as a lesson's setup"),
        Sender::User, Undo::None},
       copy_setup},
      {{"state.copy", "", tr_mark("copy a line of text that opens the present state elsewhere"), Sender::User,
        Undo::None},
       copy_state},
      {{"state.open", "LINE", tr_mark("open the state of a copied line"), Sender::User, Undo::None},
       open_state},
      {{"record", "on|off|toggle", tr_mark("record actions as commands"), Sender::RandomInput, Undo::None},
       record},
      {{"record.copy", "", tr_mark("copy the recorded commands"), Sender::User, Undo::None}, copy_record},
      {{"record.clear", "", tr_mark("clear the recorded commands"), Sender::RandomInput, Undo::None},
       clear_record},
  };
  return kEntries;
}

}  // namespace attnlab::commands
