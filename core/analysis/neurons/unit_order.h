// Unit order: which units of a network come first, by what they do in a text and over held-out texts.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/neurons/held_out_units.h"
#include "core/analysis/neurons/unit_readout.h"
#include "core/language/messages.h"

namespace attnlab {

/// By what units are sorted.
struct UnitOrderKind {
  enum class By { Activation, Contribution, Following };
  std::string_view name;      ///< as options write it: "contribution"
  const char* title;          ///< on screen
  std::string_view sentence;  ///< which units come first
  By by;
};
inline constexpr UnitOrderKind kUnitOrders[] = {
    {"activation", tr_mark("activation"),
     tr_mark("The units with the largest positive or negative activation come first."),
     UnitOrderKind::By::Activation},
    {"contribution", tr_mark("contribution"),
     tr_mark("The units that raise or lower the logit of the token the most come first."),
     UnitOrderKind::By::Contribution},
    {"follows", tr_mark("feature they follow"),
     tr_mark("The units whose activation follows the feature most closely, up or down, over held-out texts "
             "come first."),
     UnitOrderKind::By::Following},
};

/// What is known of the units of one network over held-out texts.
struct DescribedUnits {
  HeldOutUnits held_out;
  std::vector<UnitSummary> summaries;     ///< [F]
  std::vector<UnitsFollowing> following;  ///< of each feature that changes

  /// How each unit follows the feature of this name; null where the feature never changes.
  const UnitsFollowing* followed(std::string_view feature) const;
  /// The numbers of the units that are 0 at every position.
  std::vector<Index> silent() const;
};
DescribedUnits describe_units(HeldOutUnits held_out);

/// The feature that a unit follows most closely.
struct BestFeature {
  const TextFeature* feature = nullptr;  ///< null: the unit never changes, or there are no texts
  double correlation = 0;
};
BestFeature best_feature(const DescribedUnits& described, Index unit);

/// All units, sorted by the largest absolute value over the positions, or at position `token` alone; equal
/// ones by number. Positions where an expert does not count, and those without a word, do not count.
std::vector<Index> units_by_activation(const UnitLayer& layer, std::optional<Index> token = {});
std::vector<Index> units_by_contribution(const UnitContributions& contributions,
                                         std::optional<Index> token = {});
/// All units by the absolute value of their correlation; those without one come last.
std::vector<Index> units_by_following(const UnitsFollowing& following);

/// The words that a unit promotes most, and those that it suppresses most, with their numbers of
/// unit_words().
struct SaidWord {
  Index word = 0;
  double value = 0;
};
struct SaidWords {
  std::vector<SaidWord> promoted, suppressed;  ///< the strongest first; at most `most` each
};
SaidWords said_words(const std::vector<double>& words, std::size_t most);

}  // namespace attnlab
