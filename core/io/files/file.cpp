// Files, read at an offset or mapped, and written: the system's calls with their errors in words.
#include "core/io/files/file.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/io/files/mapped_file.h"
#include "core/platform/names.h"
#include "core/platform/program.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::size_t kMostShown = 200;

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path, const std::string& why) {
  throw std::runtime_error(std::string("cannot ") + what + " " + quoted(path) + ": " + why);
}

void check_call(const char* what, const std::filesystem::path& path, const std::error_code& error) {
  if (error) cannot(what, path, error.message());
}

void close_quietly(platform::FileHandle& file) {
  std::error_code ignored;
  if (file != platform::kNoFile) platform::close_file(std::exchange(file, platform::kNoFile), ignored);
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "'";
  while (!text.empty() && out.size() < kMostShown) {
    const CodePoint point = decode_utf8(text);
    const bool visible = point.valid && point.value >= 0x20 && !(point.value >= 0x7F && point.value < 0xA0);
    out += visible ? text.substr(0, point.size) : "?";
    text.remove_prefix(point.size);
  }
  return out + (text.empty() ? "'" : "...'");
}

std::string quoted(const std::filesystem::path& path) {
  return quoted(std::string_view(path.lexically_normal().string()));
}

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  handle_ = platform::open_file(path_, platform::OpenFor::Reading, error);
  check_call("read", path_, error);
  const platform::FileState state = platform::state_of(handle_, error);
  if (error || state.kind != platform::FileKind::Regular) {
    close_quietly(handle_);
    cannot("read", path_,
           state.kind == platform::FileKind::Folder ? "it is a folder" : "it is not a regular file");
  }
  size_ = state.size;
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, platform::kNoFile)),
      size_(other.size_) {}

InputFile::~InputFile() { close_quietly(handle_); }

std::uint64_t InputFile::size_now() const {
  std::error_code error;
  return std::min(size_, platform::state_of(handle_, error).size);
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    std::error_code error;
    const std::size_t count = platform::read_at(handle_, offset, bytes, error);
    check_call("read", path_, error);
    if (count == 0) cannot("read", path_, "the file ends too early, at byte " + std::to_string(offset));
    offset += count;
    bytes = bytes.subspan(count);
  }
}

MappedFile::MappedFile(const std::filesystem::path& path) : file_(path) {
  if (file_.size() > 0) start_ = platform::map_file(file_.handle(), file_.size());
}

MappedFile::~MappedFile() {
  if (start_) platform::unmap_file(start_, file_.size());
}

void MappedFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (!start_ || offset + bytes.size() > file_.size_now()) return file_.read(offset, bytes);
  std::copy_n(start_ + offset, bytes.size(), bytes.data());
}

void MappedFile::release(std::uint64_t offset, std::uint64_t count) const {
  if (start_) platform::release_pages(start_, offset, std::min(offset + count, file_.size()));
}

void say_why_bus_errors() { platform::say_why_mapped_files_fail(); }

std::string read_file(const std::filesystem::path& path, std::uint64_t most) {
  const InputFile file(path);
  if (file.size() > most) {
    cannot("read", path,
           "it has " + std::to_string(file.size()) + " bytes, but may have at most " + std::to_string(most));
  }
  std::string bytes(file.size(), '\0');
  file.read(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  handle_ = platform::open_file(path_, platform::OpenFor::Writing, error);
  check_call("write", path_, error);
}

OutputFile::~OutputFile() { close_quietly(handle_); }

void OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    std::error_code error;
    const std::size_t count = platform::write_some(handle_, bytes, error);
    check_call("write", path_, error);
    bytes = bytes.subspan(count);
  }
}

void OutputFile::close() {
  std::error_code error;
  platform::write_through(handle_, error);
  check_call("write", path_, error);
  platform::close_file(std::exchange(handle_, platform::kNoFile), error);
  check_call("write", path_, error);
}

void sync_folder(const std::filesystem::path& folder) {
  std::error_code error;
  platform::write_names_through(folder, error);
  check_call("write", folder, error);
}

}  // namespace attnlab
