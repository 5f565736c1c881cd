// Commands that choose what the pass on screen is compared with.
#include <algorithm>

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

struct NamedSide {
  std::string_view name;
  Side side;
};
constexpr NamedSide kSides[] = {{"after", Side::After}, {"before", Side::Before}, {"change", Side::Change}};

void compare_edits(Target& d, const Arguments&, const Limits&) { d.state.comparison = {}; }
void compare_text(Target& d, const Arguments& a, const Limits& l) {
  if (!l.pictures.empty())
    throw std::invalid_argument(tr("this model does not read text: use compare.picture N"));
  d.state.comparison = {Comparison::With::Text, a.joined(), d.state.picture, nullptr};
}
void compare_picture(Target& d, const Arguments& a, const Limits& l) {
  if (l.pictures.empty()) throw std::invalid_argument(tr("this model does not read pictures"));
  d.state.comparison = {Comparison::With::Text, "", a.whole(0, 0, count_of(l.pictures) - 1), nullptr};
}
/// Compares with the weights of a stored step, or with the weights of the pass on screen, which are then
/// stored.
void compare_weights(Target& d, const Arguments& a, const Limits& l) {
  if (a.has(0)) {
    if (!l.timeline || l.timeline->states.empty())
      throw std::invalid_argument(tr("no past steps are stored, so there are no weights to compare with"));
    const Index step = a.whole(0, 0, std::max<Index>(l.step, 0));
    d.state.comparison = {Comparison::With::Weights, "", 0, l.timeline->nearest(step)->snapshot};
    return;
  }
  d.state.comparison = {Comparison::With::Weights, "", 0, trace_on_screen(l).snapshot()};
}
void side(Target& d, const Arguments& a, const Limits&) { d.state.side = a.row(0, kSides).side; }

/// Weights are compared at the step of the run; the commands that set the run say this.
void say_comparison(const StateChange& c, Commands& out) {
  if (c.from.comparison == c.to.comparison) return;
  const Comparison& wanted = c.to.comparison;
  if (wanted.with == Comparison::With::Edits) out.push_back({"compare.edits", {}});
  if (wanted.with != Comparison::With::Text) return;
  c.limits.pictures.empty() ? out.push_back({"compare.text", as_words(wanted.text)})
                            : out.push_back({"compare.picture", {std::to_string(wanted.picture)}});
}

void say_side(const StateChange& c, Commands& out) {
  if (c.from.side == c.to.side) return;
  out.push_back({"side", {std::string(std::ranges::find(kSides, c.to.side, &NamedSide::side)->name)}});
}

}  // namespace

std::span<const Entry> compare() {
  static constexpr Entry kEntries[] = {
      {{"compare.edits", "", tr_mark("compare with the same pass without the edits"), Sender::Lessons,
        Undo::Each},
       compare_edits},
      {{"compare.text", "TEXT", tr_mark("compare with another text"), Sender::Lessons, Undo::Merged},
       compare_text},
      {{"compare.picture", "N", tr_mark("compare with another picture"), Sender::Lessons, Undo::Merged},
       compare_picture},
      {{"compare.weights", "[STEP]",
        tr_mark(
            "compare with the weights of a past step; without STEP, with those on screen, stored for later"),
        Sender::Lessons, Undo::Merged},
       compare_weights},
      {{"side", "after|before|change",
        tr_mark("show the tensor of this pass, of the pass that it is compared with, or the difference"),
        Sender::Lessons, Undo::Each},
       side},
  };
  return kEntries;
}

extern const StatePart kComparisonPart = {.name = tr_mark("the weights in the comparison"),
                                          .say = say_comparison};
extern const StatePart kSidePart = {.name = tr_mark("the side of a comparison"), .say = say_side};

}  // namespace attnlab::commands
