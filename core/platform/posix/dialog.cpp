// Dialogs by the desktop's own programs.
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/platform/program.h"

extern char** environ;

namespace attnlab::platform {
namespace {

constexpr int kNotFound = 127;  ///< exit code where a program could not be started

/// Desktops send what their programs write to the system's journal, by a socket, and name the entry's
/// process.
bool desktop_started_program() {
  struct stat errors {};
  const char* const started = std::getenv("GIO_LAUNCHED_DESKTOP_FILE_PID");
  const bool by_entry = started && started == std::to_string(::getpid());
  const bool in_journal = ::fstat(STDERR_FILENO, &errors) == 0 && S_ISSOCK(errors.st_mode);
  return !::isatty(STDERR_FILENO) && (by_entry || in_journal);
}

/// Runs a program to its end. False where there is none of this name.
bool run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  if (::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return false;
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return !WIFEXITED(status) || WEXITSTATUS(status) != kNotFound;
}

}  // namespace

void show_without_console(const std::string& message) {
  if (!desktop_started_program()) return;
  const std::vector<std::vector<std::string>> dialogs = {
      {"zenity", "--error", "--no-markup", "--title=Attention Lab", "--text=" + message},
      {"kdialog", "--title", "Attention Lab", "--error", message},
      {"xmessage", "-center", message}};
  for (const std::vector<std::string>& dialog : dialogs)
    if (run(dialog)) return;
}

}  // namespace attnlab::platform
