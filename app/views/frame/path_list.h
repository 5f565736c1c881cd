// Completions of a path that is being typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

struct PathChoice {
  std::string name;       ///< last part, as shown
  std::string completed;  ///< the whole path typed so far with this part; a folder ends with '/'
  bool folder = false;
};

/// Entries of the folder that `typed` names, up to its last '/', whose names begin with the rest of `typed`;
/// folders first, then by name, at most `most`. Hidden entries only where a '.' was typed. Without `files`,
/// only folders. Never throws: a folder that cannot be read has no entries.
std::vector<PathChoice> path_choices(std::string_view typed, bool files, std::size_t most);

}  // namespace attnlab
