// AtomicFolder: renames, and clean-up after killed programs.
#include "core/io/files/atomic_folder.h"

#include <algorithm>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/left_overs.h"
#include "core/platform/names.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const fs::path& path, const std::string& why) {
  throw std::runtime_error("cannot save to " + quoted(path) + ": " + why);
}

/// The absolute path of `place` without links and trailing slashes; it need not exist.
fs::path resolve(const fs::path& place) {
  if (place.empty()) refuse_folder(place, "the folder name is empty");
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(place), error);
  if (error) refuse_folder(place, error.message());
  if (path.filename().empty()) path = path.parent_path();
  if (path.filename().empty()) refuse_folder(place, "it is the root folder");
  if (place_of_left_over(path))
    refuse_folder(place, "names with this ending are reserved for unfinished saves; choose another folder");
  return path;
}

bool is_empty_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_empty(path, error) && !error;
}

/// Whether the folder is empty, except for the lock of a program that is about to save there.
bool is_vacant(const fs::path& path, std::string_view lock) {
  std::error_code error;
  auto entry = fs::directory_iterator(path, error);
  while (!error && entry != fs::end(entry) && !lock.empty() && entry->path().filename().string() == lock)
    entry.increment(error);
  return !error && entry == fs::end(entry);
}

std::vector<fs::path> paths_in(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> entries;
  for (auto entry = fs::directory_iterator(folder, ignored); !ignored && entry != fs::end(entry);
       entry.increment(ignored))
    entries.push_back(entry->path());
  return entries;
}

/// Moves what is not ours to the same name in `keeper`, if nothing is there.
void hand_over(const fs::path& entry, const fs::path& keeper) {
  std::error_code ignored;
  const fs::path target = keeper / entry.filename();
  if (!fs::exists(fs::symlink_status(target, ignored))) fs::rename(entry, target, ignored);
}

/// Removes the lock from a replaced folder. commit() has linked it into `keeper`; on a file system without
/// links it moves there now.
void take_lock_along(const fs::path& lock, const fs::path& keeper) {
  std::error_code ignored;
  if (!keeper.empty()) hand_over(lock, keeper);
  fs::remove(lock, ignored);
}

bool is_of_kind(const FolderKind& kind, const fs::path& folder) {
  if (kind.is_one) return kind.is_one(folder);
  std::error_code error;
  const fs::path first = folder / kind.files.front();
  if (!fs::is_regular_file(first, error)) return false;
  InputFile file(first);
  std::string begin(kind.begins.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kind.begins;
}

/// dissolve() for a folder inside a folder of some kind.
void dissolve_inner(const fs::path& folder, const SubFolder& kind, const fs::path& keeper) {
  std::error_code ignored;
  for (const fs::path& entry : paths_in(folder)) {
    if (kind.owns(entry.filename().string())) {
      fs::remove(entry, ignored);
    } else if (!keeper.empty()) {
      fs::create_directory(keeper, ignored);
      hand_over(entry, keeper);
    }
  }
  fs::remove(folder, ignored);
}

/// Removes the files of `kind` and the folder; moves others to `keeper` where that exists. What cannot be
/// moved stays, with the folder.
void dissolve(const fs::path& folder, const FolderKind& kind, const fs::path& keeper) {
  std::error_code ignored;
  const bool has_keeper = fs::is_directory(keeper, ignored);
  for (const fs::path& entry : paths_in(folder)) {
    const std::string name = entry.filename().string();
    const auto inner = std::ranges::find(kind.folders, name, &SubFolder::name);
    const bool is_folder = fs::is_directory(fs::symlink_status(entry, ignored));
    if (inner != kind.folders.end() && is_folder)
      dissolve_inner(entry, *inner, has_keeper ? keeper / name : fs::path());
    else if (inner != kind.folders.end() || std::ranges::find(kind.files, name) != kind.files.end())
      fs::remove(entry, ignored);
    else if (name == kind.lock)
      take_lock_along(entry, keeper);
    else if (has_keeper)
      hand_over(entry, keeper);
  }
  fs::remove(folder, ignored);
}

/// Exchanges two names in one step; false where system or file system cannot.
bool exchange(const fs::path& a, const fs::path& b) {
  std::error_code error;
  const bool exchanged = platform::exchange_names(a, b, error);
  if (error) refuse_folder(b, error.message());
  return exchanged;
}

void rename_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  platform::rename_over(from, to, error);
  if (error) refuse_folder(to, error.message());
}

void check_place(const fs::path& place, const FolderKind& kind) {
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse_folder(place, "it is a file; choose a folder");
  if (is_vacant(place, kind.lock) || is_of_kind(kind, place)) return;
  refuse_folder(place, "the folder is not empty and does not hold a " + std::string(kind.name) +
                           "; choose another folder");
}

/// The folders among left_overs().
std::vector<fs::path> left_folders(const fs::path& place, std::string_view infix) {
  std::vector<fs::path> found = left_overs(place, infix);
  std::erase_if(found, [](const fs::path& path) { return !fs::is_directory(path); });
  return found;
}

/// Finishes or removes what killed programs left at a resolved place.
void clean_up(const fs::path& place, const FolderKind& kind) {
  for (const fs::path& old : left_folders(place, kAsideInfix)) {
    std::error_code ignored;
    if (!fs::exists(place, ignored) && is_of_kind(kind, old))
      rename_folder(old, place);
    else
      dissolve(old, kind, place);
  }
  for (const fs::path& left : left_folders(place, kTemporaryInfix)) dissolve(left, kind, place);
}

}  // namespace

AtomicFolder::AtomicFolder(const fs::path& place, const FolderKind& kind, Replacement replacement)
    : kind_(kind),
      replacement_(replacement),
      place_(resolve(place)),
      temporary_(beside(place_, kTemporaryInfix)),
      aside_(beside(place_, kAsideInfix)) {
  check_place(place_, kind_);
  std::error_code error;
  fs::create_directories(place_.parent_path(), error);
  if (error) refuse_folder(place, error.message());
  clean_up(place_, kind_);
  if (!fs::create_directory(temporary_, error) || error)
    refuse_folder(place, error ? error.message() : temporary_.string() + " is in the way");
  lock_ = FileLock::take(temporary_);
}

AtomicFolder::~AtomicFolder() {
  if (!temporary_.empty()) dissolve(temporary_, kind_, {});
}

void AtomicFolder::commit() {
  check_place(place_, kind_);
  for (const SubFolder& inner : kind_.folders)
    if (fs::is_directory(temporary_ / inner.name)) sync_folder(temporary_ / inner.name);
  sync_folder(temporary_);
  std::error_code ignored;
  if (!kind_.lock.empty()) fs::create_hard_link(place_ / kind_.lock, temporary_ / kind_.lock, ignored);
  const bool replaces = fs::exists(place_, ignored) && !is_empty_folder(place_);
  if (replaces)
    replace();
  else
    rename_folder(temporary_, place_);
  const fs::path old = temporary_;
  temporary_.clear();
  sync_folder(place_.parent_path());
  if (!replaces) return;
  dissolve(old, kind_, place_);
  dissolve(aside_, kind_, place_);
}

void AtomicFolder::replace() const {
  if (replacement_ == Replacement::Exchange && exchange(temporary_, place_)) return;
  rename_folder(place_, aside_);
  try {
    rename_folder(temporary_, place_);
  } catch (...) {
    rename_folder(aside_, place_);
    throw;
  }
}

fs::path find_folder(const fs::path& place, const FolderKind& kind) {
  std::error_code error;
  if (fs::exists(place, error) || error) return place;
  const fs::path resolved = resolve(place);
  fs::directory_iterator siblings(resolved.parent_path(), error);
  for (; !error && siblings != fs::end(siblings); siblings.increment(error)) {
    const fs::path& path = siblings->path();
    if (is_beside(path, resolved, kAsideInfix) && is_of_kind(kind, path)) return path;
  }
  return place;
}

void clear_left_overs(const fs::path& place, const FolderKind& kind) {
  try {
    clean_up(resolve(place), kind);
  } catch (const std::runtime_error&) {  // the left-overs stay for the next save
  }
}

}  // namespace attnlab
