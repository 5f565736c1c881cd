// Split: cutting an aligned text at what a pattern or a class of characters finds.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/text/stages/aligned_text.h"

namespace attnlab {

/// What becomes of what was found between the pieces.
enum class SplitBehaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

struct SplitBehaviourKind {
  SplitBehaviour behaviour;
  std::string_view name;  ///< in files
};
inline constexpr SplitBehaviourKind kSplitBehaviours[] = {
    {SplitBehaviour::Removed, "Removed"},
    {SplitBehaviour::Isolated, "Isolated"},
    {SplitBehaviour::MergedWithPrevious, "MergedWithPrevious"},
    {SplitBehaviour::MergedWithNext, "MergedWithNext"},
    {SplitBehaviour::Contiguous, "Contiguous"},
};

using FoundParts = std::vector<std::pair<std::size_t, std::size_t>>;

/// Appends the pieces of `text`, none of them empty; `found` lie one behind the other. Inverted, what was
/// found are pieces and what is between counts as found.
void split_at(const AlignedText& text, const FoundParts& found, SplitBehaviour behaviour,
              std::vector<AlignedText>& pieces, bool inverted = false);

/// The characters for which `is(character)` holds, each by itself; a byte that is not UTF-8 is U+FFFD.
template <typename Is>
FoundParts characters_that(std::string_view text, const Is& is) {
  FoundParts found;
  each_character(text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    if (is(point.valid ? point.value : char32_t{0xFFFD})) found.emplace_back(at, at + bytes.size());
  });
  return found;
}

}  // namespace attnlab
