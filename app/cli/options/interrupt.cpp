// Interrupt: a signal handler that only sets a flag.
#include "app/cli/options/interrupt.h"

#include <signal.h>

namespace attnlab {
namespace {

volatile sig_atomic_t g_requested = 0;

void note(int) { g_requested = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  g_requested = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() { return g_requested != 0; }

}  // namespace attnlab
