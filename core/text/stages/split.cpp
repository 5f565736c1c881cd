// Split: joining found parts to their neighbors.
#include "core/text/stages/split.h"

namespace attnlab {
namespace {

struct SplitPart {
  std::size_t begin, end;
  bool found;
};

std::vector<SplitPart> all_parts(std::size_t size, const FoundParts& found, bool inverted) {
  std::vector<SplitPart> parts;
  std::size_t at = 0;
  for (const auto& [begin, end] : found) {
    if (begin > at) parts.push_back({at, begin, inverted});
    if (end > begin) parts.push_back({begin, end, !inverted});
    at = end;
  }
  if (size > at) parts.push_back({at, size, inverted});
  return parts;
}

/// Whether `part` goes on in the piece that ends with `before`.
bool joins(const SplitPart& before, const SplitPart& part, SplitBehaviour behaviour) {
  switch (behaviour) {
    case SplitBehaviour::Removed:
    case SplitBehaviour::Isolated: return false;
    case SplitBehaviour::MergedWithPrevious: return part.found && !before.found;
    case SplitBehaviour::MergedWithNext: return before.found && !part.found;
    case SplitBehaviour::Contiguous: return before.found == part.found;
  }
  return false;
}

}  // namespace

void split_at(const AlignedText& text, const FoundParts& found, SplitBehaviour behaviour,
              std::vector<AlignedText>& pieces, bool inverted) {
  const std::vector<SplitPart> parts = all_parts(text.size(), found, inverted);
  for (std::size_t i = 0; i < parts.size();) {
    const std::size_t first = i++;
    while (i < parts.size() && joins(parts[i - 1], parts[i], behaviour)) ++i;
    if (behaviour == SplitBehaviour::Removed && parts[first].found) continue;
    pieces.push_back(text.part(parts[first].begin, parts[i - 1].end - parts[first].begin));
  }
}

}  // namespace attnlab
