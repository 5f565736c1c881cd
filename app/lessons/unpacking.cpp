// Unpacks lessons into the user's cache.
#include <filesystem>
#include <stdexcept>

#include "app/base/paths.h"
#include "app/lessons/pack.h"
#include "core/io/files/checksum.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/platform/process.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

std::string name_of(const std::vector<PackedFile>& files) {
  Checksum sum;
  for (const PackedFile& file : files) {
    sum.add(std::string_view(file.path));
    sum.add(std::string_view(file.bytes));
  }
  return sum.text();
}

bool has_bytes(const fs::path& place, const std::string& bytes) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(place, error)) || fs::file_size(place, error) != bytes.size())
    return false;
  try {
    return read_file(place, bytes.size()) == bytes;
  } catch (const std::runtime_error&) {
    return false;
  }
}

bool has_all(const fs::path& folder, const std::vector<PackedFile>& files) {
  for (const PackedFile& file : files)
    if (!has_bytes(folder / file.path, file.bytes)) return false;
  return true;
}

void write_all(const fs::path& folder, const std::vector<PackedFile>& files) {
  for (const PackedFile& file : files) {
    fs::create_directories((folder / file.path).parent_path());
    OutputFile out(folder / file.path);
    out.write(std::string_view(file.bytes));
    out.close();
  }
}

/// The folder of these files. It is filled under another name, so that another window never sees half of it.
fs::path unpacked_folder(const std::vector<PackedFile>& files) {
  const std::string cache = user_folder("XDG_CACHE_HOME", ".cache");
  if (cache.empty())
    throw std::runtime_error(tr("there is no folder to unpack the lesson into: set XDG_CACHE_HOME"));
  const fs::path place = fs::path(cache) / "packs" / name_of(files);
  if (has_all(place, files)) return place;
  const fs::path fresh = place.string() + ".tmp-" + std::to_string(platform::process_number());
  fs::remove_all(fresh);
  write_all(fresh, files);
  fs::remove_all(place);
  fs::rename(fresh, place);
  return place;
}

}  // namespace

Lesson load_packed_lesson(const fs::path& file) {
  const std::vector<PackedFile> files = load_pack(file);
  Lesson lesson = read_lesson(files.front().bytes, file.string() + "/" + files.front().path);
  try {
    lesson.folder = unpacked_folder(files).string();
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(tr("{1} cannot be unpacked: {2}", quoted(file), error.code().message()));
  }
  load_pictures(lesson);
  return lesson;
}

}  // namespace attnlab
