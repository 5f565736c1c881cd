// Processes of Windows, and Ctrl+C at its console.
#include "core/platform/process.h"

#include <atomic>

#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

constexpr DWORD kTimeToSave = 60'000;  // milliseconds; the system itself ends the program earlier

std::atomic<bool> g_interrupted{false};

/// Called on a thread of its own. The program ends when this returns from a closed console.
BOOL WINAPI note(DWORD event) {
  if (g_interrupted.exchange(true)) return FALSE;
  if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT)
    Sleep(kTimeToSave);
  return TRUE;
}

}  // namespace

int process_number() { return static_cast<int>(GetCurrentProcessId()); }

bool runs(int process) {
  const Handle opened(OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(process)));
  if (!opened.good()) return GetLastError() == ERROR_ACCESS_DENIED;
  return WaitForSingleObject(opened.get(), 0) == WAIT_TIMEOUT;
}

void note_interrupts() {
  g_interrupted = false;
  SetConsoleCtrlHandler(note, TRUE);
}

void obey_interrupts() { SetConsoleCtrlHandler(note, FALSE); }

bool was_interrupted() { return g_interrupted; }

}  // namespace attnlab::platform
