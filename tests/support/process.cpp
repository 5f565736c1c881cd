// Starts a program with its output into files, waits for it, kills it when its time is up.
#include "tests/support/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

constexpr int kCannotStart = 127;

void redirect(int descriptor, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(kCannotStart);
  close(file);
}

std::vector<char*> argument_pointers(const std::vector<std::string>& command) {
  std::vector<char*> pointers;
  for (const std::string& argument : command) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         const TempFolder& streams) {
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, streams / "output", O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, streams / "errors", O_WRONLY | O_CREAT | O_TRUNC);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  for (const std::string& name : options.unset) unsetenv(name.c_str());
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(kCannotStart);
  execvp(command[0].c_str(), argument_pointers(command).data());
  _exit(kCannotStart);
}

int wait_or_kill(pid_t child, std::chrono::milliseconds kill_after) {
  const auto deadline = std::chrono::steady_clock::now() + kill_after;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  const TempFolder streams;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process for " + command.at(0));
  if (child == 0) become(command, options, streams);
  const int status = wait_or_kill(child, options.kill_after);

  ProcessResult result;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (result.exit_code == kCannotStart) throw std::runtime_error("cannot start " + command[0]);
  result.output = read_bytes(streams / "output");
  result.errors = read_bytes(streams / "errors");
  return result;
}

}  // namespace attnlab::testing
