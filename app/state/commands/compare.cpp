// Commands that choose what the pass on screen is compared with.
#include <algorithm>

#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"

namespace attnlab::commands {

namespace {

struct NamedSide {
  std::string_view name;
  Side side;
};
constexpr NamedSide kSides[] = {{"after", Side::After}, {"before", Side::Before}, {"change", Side::Change}};

void compare_edits(Target& d, const Arguments&, const Limits&) { d.state.comparison = {}; }
void compare_text(Target& d, const Arguments& a, const Limits& l) {
  if (!l.pictures.empty()) throw std::invalid_argument("this model reads no text: use compare.picture N");
  d.state.comparison = {Comparison::With::Text, a.joined(), d.state.picture, nullptr};
}
void compare_picture(Target& d, const Arguments& a, const Limits& l) {
  if (l.pictures.empty()) throw std::invalid_argument("this model reads no pictures");
  d.state.comparison = {Comparison::With::Text, "", a.whole(0, 0, count_of(l.pictures) - 1), nullptr};
}
/// Compares with the weights of a kept step, or with those of the pass on screen, which are stored for it.
void compare_weights(Target& d, const Arguments& a, const Limits& l) {
  if (a.has(0)) {
    if (!l.timeline || l.timeline->states.empty())
      throw std::invalid_argument("no past steps are kept whose weights could be compared");
    const Index step = a.whole(0, 0, std::max<Index>(l.step, 0));
    d.state.comparison = {Comparison::With::Weights, "", 0, l.timeline->nearest(step)->snapshot};
    return;
  }
  d.state.comparison = {Comparison::With::Weights, "", 0, trace_on_screen(l).snapshot()};
}
void side(Target& d, const Arguments& a, const Limits&) { d.state.side = a.row(0, kSides).side; }

/// Weights are compared with while the run is at their step, which whoever knows the run says.
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
      {{"compare.edits", "", "compare with the same pass without its edits", Sender::Lessons, Undo::Each},
       compare_edits},
      {{"compare.text", "TEXT", "compare with another sentence", Sender::Lessons, Undo::Merged},
       compare_text},
      {{"compare.picture", "N", "compare with another picture", Sender::Lessons, Undo::Merged},
       compare_picture},
      {{"compare.weights", "[STEP]",
        "compare with the weights of a past step, or keep those on screen for later", Sender::Lessons,
        Undo::Merged},
       compare_weights},
      {{"side", "after|before|change",
        "show the tensor of this pass, of the one compared with, or the difference", Sender::Lessons,
        Undo::Each},
       side},
  };
  return kEntries;
}

extern const StatePart kComparisonPart = {.name = "the weights compared with", .say = say_comparison};
extern const StatePart kSidePart = {.name = "the side of a comparison", .say = say_side};

}  // namespace attnlab::commands
