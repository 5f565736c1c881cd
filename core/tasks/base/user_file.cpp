// UserFile: checks what a path names, and reads it to its end.
#include "core/tasks/base/user_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace attnlab {
namespace {

namespace fs = std::filesystem;

std::string megabytes(std::uintmax_t bytes) { return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MB"; }

}  // namespace

std::string shown_path(const fs::path& path) {
  std::string name = path.lexically_normal().string();
  std::ranges::replace_if(
      name, [](unsigned char byte) { return byte < 0x20; }, '?');
  return "'" + name + "'";
}

void UserFile::refuse(const std::string& why) const {
  throw std::runtime_error("cannot use " + std::string(kind) + " " + shown_path(path) + ": " + why);
}

void UserFile::refuse_size(std::uintmax_t bytes, std::uintmax_t most, const std::string& advice) const {
  refuse("its size is " + megabytes(bytes) + ", but may be at most " + megabytes(most) + "; " + advice);
}

void UserFile::check_kind() const {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) refuse("the file does not exist" + elsewhere);
  if (error) refuse(error.message());
  if (fs::is_directory(status)) refuse("it is a folder; choose a " + std::string(kind) + " in it");
  if (!fs::is_regular_file(status)) refuse("it is not a regular file");
}

std::string UserFile::read(std::uintmax_t most, const std::string& advice) const {
  check_kind();
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > most) refuse_size(size, most, advice);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(errno != 0 ? std::strerror(errno) : "it cannot be opened");
  std::string bytes;
  constexpr std::size_t chunk = std::size_t{1} << 20;
  while (file && bytes.size() <= most) {  // to the end: a file may grow, and some report no size
    const std::size_t before = bytes.size();
    bytes.resize(before + chunk);
    file.read(bytes.data() + before, static_cast<std::streamsize>(chunk));
    bytes.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) refuse("it could not be read to the end");
  if (bytes.size() > most) refuse_size(bytes.size(), most, advice);
  return bytes;
}

}  // namespace attnlab
