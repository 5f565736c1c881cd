// The list of the parts of a state, and texts as arguments.
#include <algorithm>

#include "app/state/commands/state_part.h"

namespace attnlab {

namespace commands {
// Each row stands with its commands.
extern const StatePart kPicturePart, kTextPart, kQuestionPart, kViewPart, kOptionsPart, kSelectionPart,
    kComparisonPart, kSidePart, kEditsPart, kDraftPart, kVectorsPart, kLandscapePart, kRateSearchPart,
    kOtherRunPart, kInspectedPart, kHandPart;
}  // namespace commands

std::span<const StatePart* const> state_parts() {
  using namespace commands;
  static constexpr const StatePart* kParts[] = {
      &kPicturePart,    &kTextPart,     &kQuestionPart,  &kViewPart,  &kOptionsPart, &kSelectionPart,
      &kComparisonPart, &kSidePart,     &kEditsPart,     &kDraftPart, &kVectorsPart, &kLandscapePart,
      &kRateSearchPart, &kOtherRunPart, &kInspectedPart, &kHandPart};
  return kParts;
}

std::vector<std::string> as_words(const std::string& text) {
  std::vector<std::string> words;
  std::string joined;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) {
      words.push_back(text.substr(at, end - at));
      joined += (joined.empty() ? "" : " ") + words.back();
    }
    at = end + 1;
  }
  const bool same = joined == text && !text.empty() && text.find('\t') == std::string::npos;
  return same ? words : std::vector{text};
}

}  // namespace attnlab
