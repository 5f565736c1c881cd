// Processes and signals of POSIX.
#include "core/platform/process.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace attnlab::platform {
namespace {

volatile sig_atomic_t g_interrupted = 0;

void note(int) { g_interrupted = 1; }

}  // namespace

int process_number() { return static_cast<int>(::getpid()); }

bool runs(int process) { return ::kill(process, 0) == 0 || errno == EPERM; }

void note_interrupts() {
  g_interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void obey_interrupts() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

bool was_interrupted() { return g_interrupted != 0; }

}  // namespace attnlab::platform
