// Recent: the files opened last.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace attnlab {

/// A text to learn, or the folder of a saved model.
struct RecentFile {
  enum class Kind { Text, Pictures, Model };
  Kind kind = Kind::Text;
  std::string path;  ///< absolute
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

inline constexpr std::size_t kMostRecent = 10;

/// Moves or puts `file` to the front of a list without duplicates.
inline void note_recent(std::vector<RecentFile>& files, RecentFile file) {
  std::erase(files, file);
  files.insert(files.begin(), std::move(file));
  if (files.size() > kMostRecent) files.resize(kMostRecent);
}

}  // namespace attnlab
