// Sentences of the Neurons view: what orders units, what a cell is, which units are dead.
#include <algorithm>

#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "core/config/rows.h"
#include "core/ops/basic/activation.h"

namespace attnlab {

namespace {

/// "5, 17 and 200", with how many more there are.
std::string listed_units(const std::vector<Index>& units) {
  constexpr std::size_t kMostListed = 12;
  std::string words;
  for (std::size_t i = 0; i < std::min(units.size(), kMostListed); ++i)
    words += (i ? ", " : "") + std::to_string(units[i]);
  if (units.size() > kMostListed) words += " and " + format_count(std::ssize(units)) + " more";
  return words;
}

/// Which units are dead, where units can be.
std::string dead_words(const NeuronsFrame& frame) {
  const ActivationKind& kind = activation_kind(frame.trace.config().activation);
  if (!kind.dies)
    return " With " + std::string(kind.title) + " no unit dies: each lets some of its input through.";
  const DescribedUnits* const known = frame.held_out();
  if (!known) return "";
  const std::vector<Index> dead = known->silent();
  const std::string over = " over " + format_count(known->held_out.positions()) + " held-out positions";
  if (dead.empty()) return " No unit is dead: each is above 0 somewhere" + over + ".";
  return " Dead" + over + ", always 0: " + format_count(std::ssize(dead)) + " of " +
         format_count(frame.layer().units()) + " units: " + listed_units(dead) + ".";
}

std::string contribution_words(const NeuronsFrame& frame) {
  const TextUnits* const text = frame.text();
  if (!text) return "What units add to the logits is being worked out …";
  if (!text->no_way.empty())
    return "There are no contributions: " + text->no_way + ". The map shows activations.";
  const char* const of = gives_class(frame.model.format) ? "" : " behind the arrow";
  return in_said_words(frame, "A cell is what the unit adds directly to the logit of the {word}") + of +
         ": activation × weights out, through the norms (their scales in this pass frozen) and the output "
         "matrix.";
}

std::string following_unit_words(const NeuronsFrame& frame) {
  if (const UnitsFollowing* const following = frame.followed())
    return "Beside a unit’s number is Pearson’s correlation of its activation with “" +
           std::string(following->feature->title) + "” (" + std::string(following->feature->sentence) +
           "). " + held_out_unit_words(frame);
  if (!frame.held_out()) return "";
  return "No unit can follow “" + std::string(text_feature(frame.choice.feature).title) +
         "”: it never changes in the held-out texts. Choose another feature.";
}

}  // namespace

std::string order_words(const NeuronsFrame& frame, std::size_t most) {
  const UnitOrderKind& order = row_named(kUnitOrders, "order of units", frame.choice.by);
  std::string words(order.sentence);
  if (order.by == UnitOrderKind::By::Contribution) words = contribution_words(frame);
  if (order.by == UnitOrderKind::By::Following) words = following_unit_words(frame);
  if (words.empty()) return no_held_out_words(frame);
  if (static_cast<Index>(most) < frame.layer().units())
    words += " The first " + std::to_string(most) + " of " + format_count(frame.layer().units()) +
             " units are shown, and the selected one.";
  return words + dead_words(frame);
}

std::string held_out_unit_words(const NeuronsFrame& frame) {
  const DescribedUnits* const known = frame.held_out();
  if (!known) return "";
  return "Held out: " + format_count(known->held_out.positions()) + " positions of " +
         format_count(std::ssize(known->held_out.examples)) + " examples, at step " +
         format_count(frame.results.held_out.step) +
         (frame.model.state.edits.empty() ? "." : ", without the edits.");
}

std::string no_held_out_words(const NeuronsFrame& frame) {
  const NeuronResults& r = frame.results;
  if (!r.error.empty()) return "This could not be worked out: " + r.error;
  if (frame.model.analyses && frame.model.analyses->of<NeuronResults>() && !r.has_held_out)
    return "The task of this model is not at hand, so there are no held-out examples.";
  return "The held-out examples are being read … " + format_percent(r.progress, 0);
}

}  // namespace attnlab
