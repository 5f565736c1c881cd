// Nearest names: what the user may have meant, and names in a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// The `count` candidates with the least edit distance (Levenshtein 1966) to `name`, nearest first. Those
/// that go on where `name` ends are near.
std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& candidates,
                                       std::size_t count = 3);

/// "a, b or c"; "" for no names.
std::string either_of(const std::vector<std::string>& names);

/// "; did you mean a, b or c?", or nothing where there are no candidates.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace attnlab
