// The view By hand: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/app_state.h"
#include "app/state/hand_choice.h"
#include "app/state/limits.h"
#include "core/analysis/experiments/hand_examples.h"

namespace attnlab {
namespace {

constexpr HandPart kHandParts[] = {{"numbers", "Step by step", "cat"},
                                   {"order", "Another order", "order"},
                                   {"sharpness", "Sharpness β", "lookup"},
                                   {"widths", "Why √d_k", "widths"}};

Fields hand_fields(Choices& choices) {
  HandChoice& c = choices.of<HandChoice>();
  std::vector<Choice> parts;
  for (const HandPart& part : kHandParts) parts.emplace_back(part.name, part.title);
  return {{"part", &c.part, "what is shown", {}, {}, parts},
          {"order", &c.order, "which other order of the keys", 0, 1000000},
          {"seed", &c.seed, "of the random vectors of the widths", 0, 1000000},
          {"keys", &c.keys, "how many keys they have", 2, static_cast<double>(kMostWidthKeys)}};
}

bool has_way_back(const Choices& choices) {
  return choices.of<HandChoice>().explained && !choices.of<HandChoice>().trail.empty();
}

bool of_numbers(const Choices& choices) { return choices.of<HandChoice>().part == "numbers"; }

constexpr ViewKey kHandKeys[] = {
    {"Backspace", "Backspace", "back to the number before", "hand.back", has_way_back},
    {"Left", "← → ↑ ↓", "the cell beside, above, below", "hand.move left", of_numbers},
    {"Right", "", "the cell to the right", "hand.move right", of_numbers},
    {"Up", "", "the cell above", "hand.move up", of_numbers},
    {"Down", "", "the cell below", "hand.move down", of_numbers},
    {"Delete", "Delete", "0 in the chosen cells", "hand.clear", of_numbers},
    {"X", "X", "hide or show the selected key", "hand.see toggle", of_numbers},
    {"PageUp", "Page Up, Page Down", "the step before, the next", "hand.step previous", of_numbers},
    {"PageDown", "", "the next step", "hand.step next", of_numbers},
};

void copy_hand(Choices& to, const Choices& from) {
  to.of<HandChoice>().numbers = from.of<HandChoice>().numbers;
  to.of<HandChoice>().draws = from.of<HandChoice>().draws;
}

void drop_unsaid_hand(AppState& state) {
  HandChoice& c = state.choices.of<HandChoice>();
  c.trail.clear();
  const HandSizes sizes = sizes_of(c.numbers);
  c.query = clamp_index(c.query, sizes.queries);
  c.key = clamp_index(c.key, sizes.keys);
}

}  // namespace

HandAttention first_hand_numbers() { return hand_examples().front().make(); }

std::span<const HandPart> hand_parts() { return kHandParts; }

namespace commands {
std::span<const Entry> hand();
extern const StatePart kHandPart;
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> hand();
}

namespace hand {

const Feature kFeature = {.name = "hand",
                          .title = "By hand",
                          .group = &kArithmeticGroup,
                          .term = "attention",
                          .key = "B",
                          .keys = kHandKeys,
                          .options = hand_fields,
                          .copy_typed = copy_hand,
                          .drop_unsaid = drop_unsaid_hand,
                          .commands = commands::hand,
                          .part = &commands::kHandPart,
                          .expressions = expressions::hand};

}  // namespace hand

}  // namespace attnlab
