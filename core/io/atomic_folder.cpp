// AtomicFolder: renames, and care for what killed programs left.
#include "core/io/atomic_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "core/io/file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".tmp-", kAside = ".old-";

[[noreturn]] void refuse_folder(const fs::path& path, const std::string& why) {
  throw std::runtime_error("cannot save to " + quoted(path) + ": " + why);
}

/// The absolute path of `place` without links and trailing slashes; it need not exist.
fs::path resolve(const fs::path& place) {
  if (place.empty()) refuse_folder(place, "the name is empty");
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(place), error);
  if (error) refuse_folder(place, error.message());
  if (path.filename().empty()) path = path.parent_path();
  if (path.filename().empty()) refuse_folder(place, "it is the root folder");
  return path;
}

fs::path sibling(const fs::path& place, std::string_view infix) {
  fs::path path = place;
  path += std::string(infix) + std::to_string(::getpid());
  return path;
}

/// The process that a folder beside `place` belongs to; nothing where the name is not one of ours.
std::optional<pid_t> owner_of(const fs::path& folder, const fs::path& place, std::string_view infix) {
  const std::string name = folder.filename().string();
  const std::string prefix = place.filename().string() + std::string(infix);
  if (!name.starts_with(prefix)) return std::nullopt;
  pid_t owner = 0;
  const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), owner);
  if (error != std::errc{} || end != name.data() + name.size() || owner <= 0) return std::nullopt;
  return owner;
}

/// Folders beside `place` that a program left which is no longer there (or this one did), sorted.
std::vector<fs::path> left_overs(const fs::path& place, std::string_view infix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto entry = fs::directory_iterator(place.parent_path(), error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const auto owner = owner_of(entry->path(), place, infix);
    std::error_code ignored;
    if (!owner || entry->is_symlink(ignored) || !entry->is_directory(ignored)) continue;
    const bool alive = *owner != ::getpid() && (::kill(*owner, 0) == 0 || errno == EPERM);
    if (!alive) found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

bool is_empty_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_empty(path, error) && !error;
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

/// As dissolve(), of a folder in a folder of a kind.
void dissolve_inner(const fs::path& folder, const SubFolder& kind, const fs::path& keeper) {
  std::error_code ignored;
  for (const fs::path& entry : paths_in(folder)) {
    if (kind.owns(entry.filename().native())) {
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
  const bool keeps = fs::is_directory(keeper, ignored);
  for (const fs::path& entry : paths_in(folder)) {
    const std::string name = entry.filename();
    const auto inner = std::ranges::find(kind.folders, name, &SubFolder::name);
    const bool is_folder = fs::is_directory(fs::symlink_status(entry, ignored));
    if (inner != kind.folders.end() && is_folder)
      dissolve_inner(entry, *inner, keeps ? keeper / name : fs::path());
    else if (inner != kind.folders.end() || std::ranges::find(kind.files, name) != kind.files.end())
      fs::remove(entry, ignored);
    else if (keeps)
      hand_over(entry, keeper);
  }
  fs::remove(folder, ignored);
}

/// Exchanges two names in one step; false where system or file system cannot.
bool exchange(const fs::path& a, const fs::path& b) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) refuse_folder(b, std::strerror(errno));
#endif
  return false;
}

void rename_folder(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) refuse_folder(to, std::strerror(errno));
}

void check_place(const fs::path& place, const FolderKind& kind) {
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) refuse_folder(place, "it is a file; name a folder");
  if (is_empty_folder(place) || kind.is_one(place)) return;
  refuse_folder(place,
                "the folder holds something else than a " + std::string(kind.name) + "; name another folder");
}

}  // namespace

AtomicFolder::AtomicFolder(const fs::path& place, const FolderKind& kind, Replacement replacement)
    : kind_(kind),
      replacement_(replacement),
      place_(resolve(place)),
      temporary_(sibling(place_, kTemporary)),
      aside_(sibling(place_, kAside)) {
  check_place(place_, kind_);
  std::error_code error;
  fs::create_directories(place_.parent_path(), error);
  if (error) refuse_folder(place, error.message());
  clean_up();
  if (!fs::create_directory(temporary_, error) || error)
    refuse_folder(place, error ? error.message() : temporary_.string() + " is in the way");
}

AtomicFolder::~AtomicFolder() {
  if (!temporary_.empty()) dissolve(temporary_, kind_, {});
}

/// Finishes what killed programs began.
void AtomicFolder::clean_up() const {
  for (const fs::path& old : left_overs(place_, kAside)) {
    std::error_code ignored;
    if (!fs::exists(place_, ignored) && kind_.is_one(old))
      rename_folder(old, place_);
    else
      dissolve(old, kind_, place_);
  }
  for (const fs::path& left : left_overs(place_, kTemporary)) dissolve(left, kind_, place_);
}

void AtomicFolder::commit() {
  check_place(place_, kind_);
  for (const SubFolder& inner : kind_.folders)
    if (fs::is_directory(temporary_ / inner.name)) sync_folder(temporary_ / inner.name);
  sync_folder(temporary_);
  std::error_code ignored;
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
  if (fs::exists(place, error)) return place;
  const fs::path resolved = resolve(place);
  fs::directory_iterator siblings(resolved.parent_path(), error);
  for (; !error && siblings != fs::end(siblings); siblings.increment(error)) {
    const fs::path& path = siblings->path();
    if (owner_of(path, resolved, kAside) && kind.is_one(path)) return path;
  }
  return place;
}

}  // namespace attnlab
