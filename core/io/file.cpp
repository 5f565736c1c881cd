// Files, read at an offset or mapped, and written: POSIX calls with their errors in words.
#include "core/io/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/io/mapped_file.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::size_t kMostShown = 200;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path, const std::string& why) {
  throw std::runtime_error(std::string("cannot ") + what + " " + quoted(path) + ": " + why);
}

[[noreturn]] void cannot(const char* what, const std::filesystem::path& path, int error) {
  cannot(what, path, std::strerror(error));
}

constexpr std::string_view kBusError =
    "attention-lab: a file was cut off by another program while it was read: open it again\n";

void on_bus_error(int signal) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kBusError.data(), kBusError.size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
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

std::string quoted(const std::filesystem::path& path) { return quoted(std::string_view(path.native())); }

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
  // Not to wait for a writer where the path is a named pipe.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) cannot("read", path_, errno);
  struct stat status {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) {
    ::close(std::exchange(descriptor_, -1));
    cannot("read", path_, S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint64_t InputFile::size_now() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return 0;
  return std::min(size_, static_cast<std::uint64_t>(status.st_size));
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count =
        ::pread(descriptor_, bytes.data(), std::min(bytes.size(), kMostAtOnce), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) cannot("read", path_, errno);
    if (count == 0) cannot("read", path_, "it ends at byte " + std::to_string(offset) + ", too early");
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

MappedFile::MappedFile(const std::filesystem::path& path) : file_(path) {
  if (file_.size() == 0) return;
  void* const start =
      ::mmap(nullptr, static_cast<std::size_t>(file_.size()), PROT_READ, MAP_PRIVATE, file_.descriptor(), 0);
  if (start == MAP_FAILED) return;
  start_ = static_cast<std::byte*>(start);
  ::madvise(start, static_cast<std::size_t>(file_.size()), MADV_WILLNEED);
}

MappedFile::~MappedFile() {
  if (start_) ::munmap(start_, static_cast<std::size_t>(file_.size()));
}

void MappedFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (!start_ || offset + bytes.size() > file_.size_now()) return file_.read(offset, bytes);
  std::memcpy(bytes.data(), start_ + offset, bytes.size());
}

void MappedFile::release(std::uint64_t offset, std::uint64_t count) const {
  if (!start_) return;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  const std::uint64_t begin = offset / page * page, end = std::min(offset + count, file_.size());
  ::madvise(start_ + begin, static_cast<std::size_t>(end - begin), MADV_DONTNEED);
}

void say_why_bus_errors() { std::signal(SIGBUS, on_bus_error); }

std::string read_file(const std::filesystem::path& path, std::uint64_t most) {
  const InputFile file(path);
  if (file.size() > most) {
    cannot("read", path,
           "it has " + std::to_string(file.size()) + " bytes, but at most " + std::to_string(most) +
               " make sense");
  }
  std::string bytes(static_cast<std::size_t>(file.size()), '\0');
  file.read(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::fail(int error) const { cannot("write", path_, error); }

void OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void OutputFile::close() {
  // Pipes and devices cannot be synced, and need not be.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) fail(errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) cannot("write", folder, errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems have no such thing for folders, and need none.
  if (error != 0 && error != EINVAL && error != ENOTSUP) cannot("write", folder, error);
}

}  // namespace attnlab
