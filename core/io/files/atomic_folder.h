// AtomicFolder: a folder of known files that is replaced as a whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/files/file_lock.h"

namespace attnlab {

/// A folder inside a folder of some kind.
struct SubFolder {
  std::string_view name;
  bool (*owns)(std::string_view file);  ///< whether the kind owns a file of this name
};

/// A kind of folder and its files.
struct FolderKind {
  std::string_view name;                    ///< "checkpoint", for messages
  std::span<const std::string_view> files;  ///< all files that such a folder may hold
  /// Whether the folder is one of this kind, so that it may be replaced; null: where the first of the files
  /// begins with `begins`.
  bool (*is_one)(const std::filesystem::path& folder) = nullptr;
  std::span<const SubFolder> folders = {};  ///< subfolders, which hold only files
  std::string_view lock = {};               ///< a file inside that stays when the folder is replaced
  std::string_view begins = {};
};

/// How the new folder takes the old one's place.
enum class Replacement {
  Exchange,   ///< one system call exchanges both names; where it cannot, as TwoRenames
  TwoRenames  ///< the old folder is moved aside for a moment, where find_folder() finds it
};

/// Files are written to a folder beside PLACE, PLACE.tmp-PID; commit() then puts it into PLACE. A program
/// killed at any moment leaves the old folder or the new one whole in PLACE or (TwoRenames only) in
/// PLACE.old-PID. What killed programs left is cleaned up by the next AtomicFolder of the same place.
/// Other files in the old folder, which are not of its kind, move to the new one.
class AtomicFolder {
 public:
  /// Makes missing parent folders and the temporary one. Throws std::runtime_error with one line where
  /// `place` is a file, a folder that is neither empty nor of `kind`, or cannot be written to.
  AtomicFolder(const std::filesystem::path& place, const FolderKind& kind,
               Replacement replacement = Replacement::Exchange);
  /// Removes the temporary folder unless committed.
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Where to write the files, each onto the disk.
  const std::filesystem::path& path() const { return temporary_; }
  /// The folder to be replaced; it need not exist. Nothing in it may be changed.
  const std::filesystem::path& old() const { return place_; }
  /// Puts the folder in its place. Throws std::runtime_error; the old folder is then untouched.
  void commit();

 private:
  void replace() const;

  FolderKind kind_;
  Replacement replacement_;
  std::filesystem::path place_, temporary_, aside_;
  FileLock lock_;  ///< of the temporary folder: it is being filled
};

/// The path of the folder of `place`: `place` itself or, where a program was killed between two renames, the
/// folder that was moved aside. `place` where there is neither.
std::filesystem::path find_folder(const std::filesystem::path& place, const FolderKind& kind);

/// Removes what killed programs left beside `place`, as the next save there would, and nothing of a running
/// program. Left-overs that cannot be removed stay.
void clear_left_overs(const std::filesystem::path& place, const FolderKind& kind);

}  // namespace attnlab
