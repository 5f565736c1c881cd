// Names of files by POSIX calls.
#include "core/platform/names.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace attnlab::platform {
namespace {

namespace fs = std::filesystem;

std::error_code failure(int number) { return {number, std::generic_category()}; }

}  // namespace

Identity identity_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

double seconds_since_change(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return -1;
  const double seconds = std::difftime(std::time(nullptr), status.st_mtime);
  return seconds > 0 ? seconds : 0;
}

void rename_over(const fs::path& from, const fs::path& to, std::error_code& error) {
  error = ::rename(from.c_str(), to.c_str()) == 0 ? std::error_code() : failure(errno);
}

bool exchange_names([[maybe_unused]] const fs::path& a, [[maybe_unused]] const fs::path& b,
                    std::error_code& error) {
  error.clear();
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) error = failure(errno);
#endif
  return false;
}

void write_names_through(const fs::path& folder, std::error_code& error) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  error = descriptor < 0 ? failure(errno) : std::error_code();
  if (error) return;
  const int number = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems have no such thing for folders, and need none.
  if (number != 0 && number != EINVAL && number != ENOTSUP) error = failure(number);
}

}  // namespace attnlab::platform
