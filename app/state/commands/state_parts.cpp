// The list of the parts of a state, and texts as arguments.
#include <algorithm>

#include "app/state/commands/state_part.h"

namespace attnlab {

namespace commands {
// Each row stands with its commands.
extern const StatePart kTextPart, kQuestionPart, kViewPart, kOptionsPart, kSelectionPart, kComparisonPart,
    kSidePart, kEditsPart, kInspectedPart;
}  // namespace commands

namespace {

/// Those that change the pass come first, as what is selected depends on it.
void add_parts_of_features(std::vector<const StatePart*>& parts, bool change_pass) {
  for (const Feature* feature : features())
    if (feature->part && feature->part->changes_pass == change_pass) parts.push_back(feature->part);
}

}  // namespace

std::span<const StatePart* const> state_parts() {
  using namespace commands;
  static const std::vector<const StatePart*> all = [] {
    std::vector<const StatePart*> parts;
    add_parts_of_features(parts, true);
    parts.insert(parts.end(), {&kTextPart, &kQuestionPart, &kViewPart, &kOptionsPart, &kSelectionPart,
                               &kComparisonPart, &kSidePart, &kEditsPart, &kInspectedPart});
    add_parts_of_features(parts, false);
    return parts;
  }();
  return all;
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
