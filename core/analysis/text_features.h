// Text features: what a unit of a recurrent network could follow, as a number a token, and how well it does.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace attnlab {

/// One property of a text, a number for each of its tokens.
struct TextFeature {
  std::string_view name;      ///< as options write it: "depth"
  std::string_view title;     ///< on screen: "bracket depth"
  std::string_view sentence;  ///< what the number is
  /// [T]. `selected` is the position of the selected token, which one feature is about.
  std::vector<double> (*values)(std::span<const Piece> text, Index selected);
};

std::span<const TextFeature> text_features();
/// Throws std::invalid_argument with near names.
const TextFeature& text_feature(std::string_view name);

/// Whether the text has different values of the feature: nothing follows what never changes.
bool varies(std::span<const double> values);

/// Pearson's correlation, −1 to 1, of two series of one length; NaN where one of them never changes.
double correlation(std::span<const double> a, std::span<const double> b);

/// A unit, and how it follows a feature.
struct FollowingUnit {
  Index unit = 0;
  double correlation = 0;  ///< over the positions of the text; NaN where it is not defined
};

/// All units of a state [T,C], row-major: those that rise with the feature first, those that fall with it
/// last but for units without a correlation. Equal ones are in the order of their numbers.
std::vector<FollowingUnit> units_following(std::span<const Real> state, Index units,
                                           std::span<const double> feature);

}  // namespace attnlab
