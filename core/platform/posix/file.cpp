// Files by POSIX calls.
#include "core/platform/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace attnlab::platform {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

int descriptor(FileHandle file) { return static_cast<int>(file); }

std::error_code last_error() { return {errno, std::generic_category()}; }

int flags_for(OpenFor use) {
  switch (use) {
    case OpenFor::Reading: return O_RDONLY | O_NONBLOCK;
    case OpenFor::Writing: return O_WRONLY | O_CREAT | O_TRUNC;
    case OpenFor::Adding: return O_WRONLY | O_CREAT | O_APPEND;
  }
  return O_RDONLY;
}

/// Calls again where a signal came between.
template <typename Call>
std::size_t uninterrupted(const Call& call, std::error_code& error) {
  ssize_t count = -1;
  do count = call();
  while (count < 0 && errno == EINTR);
  error = count < 0 ? last_error() : std::error_code();
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

}  // namespace

FileHandle open_file(const std::filesystem::path& path, OpenFor use, std::error_code& error) {
  const int file = ::open(path.c_str(), flags_for(use) | O_CLOEXEC, 0666);
  error = file < 0 ? last_error() : std::error_code();
  return file;
}

void close_file(FileHandle file, std::error_code& error) {
  error = ::close(descriptor(file)) == 0 ? std::error_code() : last_error();
}

FileState state_of(FileHandle file, std::error_code& error) {
  struct stat status {};
  error = ::fstat(descriptor(file), &status) == 0 ? std::error_code() : last_error();
  if (error) return {};
  const FileKind kind = S_ISREG(status.st_mode)   ? FileKind::Regular
                        : S_ISDIR(status.st_mode) ? FileKind::Folder
                                                  : FileKind::Other;
  return {kind, static_cast<std::uint64_t>(status.st_size)};
}

std::size_t read_at(FileHandle file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& error) {
  const auto call = [&] {
    return ::pread(descriptor(file), bytes.data(), std::min(bytes.size(), kMostAtOnce),
                   static_cast<off_t>(offset));
  };
  return uninterrupted(call, error);
}

std::size_t write_some(FileHandle file, std::span<const std::byte> bytes, std::error_code& error) {
  const auto call = [&] {
    return ::write(descriptor(file), bytes.data(), std::min(bytes.size(), kMostAtOnce));
  };
  return uninterrupted(call, error);
}

void write_through(FileHandle file, std::error_code& error) {
  const bool good = ::fsync(descriptor(file)) == 0 || errno == EINVAL || errno == ENOTSUP;
  error = good ? std::error_code() : last_error();
}

void cut_off(FileHandle file, std::uint64_t size, std::error_code& error) {
  error = ::ftruncate(descriptor(file), static_cast<off_t>(size)) == 0 ? std::error_code() : last_error();
}

std::byte* map_file(FileHandle file, std::uint64_t size) {
  const auto bytes = static_cast<std::size_t>(size);
  void* const start = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor(file), 0);
  if (start == MAP_FAILED) return nullptr;
  ::madvise(start, bytes, MADV_WILLNEED);
  return static_cast<std::byte*>(start);
}

void unmap_file(std::byte* start, std::uint64_t size) { ::munmap(start, static_cast<std::size_t>(size)); }

void release_pages(std::byte* start, std::uint64_t begin, std::uint64_t end) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  begin = begin / page * page;
  ::madvise(start + begin, static_cast<std::size_t>(end - begin), MADV_DONTNEED);
}

}  // namespace attnlab::platform
