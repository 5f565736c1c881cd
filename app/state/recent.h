// Recent: the files that were opened last.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace attnlab {

/// A text that was learnt, or the folder of a saved model.
struct RecentFile {
  bool is_model = false;
  std::string path;  ///< absolute
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

inline constexpr std::size_t kMostRecent = 10;

/// Puts `file` first in a list that holds nothing twice.
inline void note_recent(std::vector<RecentFile>& files, RecentFile file) {
  std::erase(files, file);
  files.insert(files.begin(), std::move(file));
  if (files.size() > kMostRecent) files.resize(kMostRecent);
}

}  // namespace attnlab
