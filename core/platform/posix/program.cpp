// The program under POSIX, which needs little at its start.
#include "core/platform/program.h"

#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "core/language/messages.h"

namespace attnlab::platform {
namespace {

constexpr std::string_view kBusError =
    "attention-lab: a file was cut off by another program while it was read: open it again\n";

void on_bus_error(int signal) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kBusError.data(), kBusError.size());
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

void begin_program(int&, char**&) {}

std::string missing_from_processor() { return ""; }  // a program is built where it runs, or for any processor

void say_why_mapped_files_fail() { ::signal(SIGBUS, on_bus_error); }

void leave_own_console() {}

#ifdef __APPLE__

std::string advice_without_opengl() { return tr("update macOS: its drivers come with it"); }
std::string advice_without_compute() {
  return tr("macOS supports OpenGL only up to 4.1, so the processor computes");
}

#else

std::string advice_without_opengl() {
  return tr(
      "update the graphics driver, or install Mesa's, which also draws in software (Debian: "
      "libgl1-mesa-dri)");
}
std::string advice_without_compute() { return tr("update the graphics driver"); }

#endif

}  // namespace attnlab::platform
