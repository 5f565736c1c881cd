// Merge walk: at which merges the view Tokens stops, forward and back.
#pragma once

#include <span>
#include <vector>

#include "app/features/tokens/choice.h"
#include "core/text/merge_steps.h"

namespace attnlab {

/// A set of merges that the walk steps through.
struct MergeRange {
  std::string_view name;  ///< in the option "walk"
  const char* title;      ///< on screen
  /// Numbers of applied merges at which the walk stops, rising, from 0.
  std::vector<Index> (*stops)(const BytePairs& pairs, const TokenText& text);
  double pace = 1;  ///< the speed of playing: higher if most merges do not change the text
};
std::span<const MergeRange> merge_ranges();
/// Throws std::invalid_argument with near names.
const MergeRange& merge_range(std::string_view name);

/// The chunk of the text that contains the selected token: its word, with the space before it.
std::string_view chosen_chunk(const BytePairs& pairs, const TokenText& text);

/// Numbers of applied merges at which the walk that `choice` names stops.
std::vector<Index> merge_stops(const TokensChoice& choice, const BytePairs& pairs, const TokenText& text);

/// The stop after `merges`, or before; `merges` itself if there is none.
Index next_stop(std::span<const Index> stops, Index merges);
Index previous_stop(std::span<const Index> stops, Index merges);

}  // namespace attnlab
