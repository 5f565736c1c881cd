// Page files by POSIX calls. Only Linux reserves their space, and has files without a name.
#include "core/platform/page_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#endif

#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>

#include "core/platform/environment.h"
#include "core/platform/machine.h"

namespace attnlab::platform {
namespace {

std::error_code page_failure(int number) { return {number, std::generic_category()}; }

#ifdef __linux__

constexpr bool kHasPageFiles = true;

bool lies_in_memory(int file) {
  struct statfs about {};
  return ::fstatfs(file, &about) == 0 && (about.f_type == TMPFS_MAGIC || about.f_type == RAMFS_MAGIC);
}

/// For file systems that have no files without a name, as those of containers: the name is gone at once.
int open_and_take_name(const char* folder) {
  std::string name = std::string(folder) + "/attention-lab-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

int open_without_name(const char* folder) {
  const int file = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  return file < 0 && (errno == EOPNOTSUPP || errno == EISDIR) ? open_and_take_name(folder) : file;
}

/// Whether the file may become so long: beyond the limit of the process a write would end the program.
bool within_limit(off_t size) {
  rlimit most{};
  return ::getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur == RLIM_INFINITY ||
         static_cast<rlim_t>(size) <= most.rlim_cur;
}

/// What is written there later has its room, whatever other programs write meanwhile.
std::error_code reserve(int file, off_t offset, off_t size) {
  if (!within_limit(offset + size)) return page_failure(EFBIG);
  return ::fallocate(file, 0, offset, size) == 0 ? std::error_code() : page_failure(errno);
}

#else

constexpr bool kHasPageFiles = false;

bool lies_in_memory(int) { return true; }
int open_without_name(const char*) { return -1; }
std::error_code reserve(int, off_t, off_t) { return page_failure(ENOTSUP); }

#endif

std::error_code write_all(int file, off_t offset, const std::byte* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::pwrite(file, bytes, size, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return page_failure(written < 0 ? errno : ENOSPC);
    bytes += written;
    offset += written;
    size -= static_cast<std::size_t>(written);
  }
  return {};
}

}  // namespace

std::vector<std::filesystem::path> page_file_folders() {
  std::vector<std::filesystem::path> folders;
  if (!kHasPageFiles) return folders;
  if (const std::string chosen = variable("TMPDIR"); !chosen.empty()) folders.emplace_back(chosen);
  folders.emplace_back("/var/tmp");  // /tmp lies in memory on many systems
  folders.emplace_back("/tmp");
  return folders;
}

FileHandle open_page_file(const std::filesystem::path& folder, std::error_code& error) {
  const int file = open_without_name(folder.c_str());
  error = file < 0 ? page_failure(errno) : std::error_code();
  if (error) return kNoFile;
  if (!lies_in_memory(file)) return file;
  ::close(file);
  error = page_failure(ENOTSUP);
  return kNoFile;
}

std::size_t page_size() { return static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE)); }

std::byte* take_pages(FileHandle, std::uint64_t, std::size_t size, std::error_code& error) {
  void* const start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  error = start == MAP_FAILED ? page_failure(errno) : std::error_code();
  if (error) return nullptr;
  ask_for_large_pages(static_cast<std::byte*>(start), size);
  return static_cast<std::byte*>(start);
}

void give_back_pages(std::byte* start, std::size_t size) { ::munmap(start, size); }

/// Written by a call, not through the map: this takes less time, and says where there is no room.
void move_pages(FileHandle file, std::uint64_t offset, std::byte* start, std::size_t size,
                std::error_code& error) {
  const auto descriptor = static_cast<int>(file);
  const auto at = static_cast<off_t>(offset);
  error = reserve(descriptor, at, static_cast<off_t>(size));
  if (!error) error = write_all(descriptor, at, start, size);
  if (error) return;
  if (::mmap(start, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, at) == MAP_FAILED)
    throw std::bad_alloc();
}

}  // namespace attnlab::platform
