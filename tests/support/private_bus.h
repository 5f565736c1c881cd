// A message bus of D-Bus for one test, with nobody else on it: it begins no service of the machine.
#pragma once

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {

/// Runs dbus-daemon while the object lives.
class PrivateBus {
 public:
  PrivateBus() {
    const auto config = folder_ / "bus.conf";
    write_bytes(config, "<busconfig><type>session</type><listen>unix:tmpdir=" + folder_.path().string() +
                            "</listen><policy context='default'><allow send_destination='*' "
                            "eavesdrop='true'/><allow eavesdrop='true'/>"
                            "<allow own='*'/></policy></busconfig>");
    const ProcessResult started = run_process({"dbus-daemon", "--config-file=" + config.string(), "--fork",
                                               "--nopidfile", "--print-address=1", "--print-pid=1"});
    std::istringstream(started.output) >> address_ >> daemon_;
    if (daemon_ <= 0) throw std::runtime_error("dbus-daemon did not start: " + started.errors);
  }
  ~PrivateBus() { kill(daemon_, SIGTERM); }
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;

  const std::string& address() const { return address_; }

  static bool can_start() { return std::system("command -v dbus-daemon > /dev/null") == 0; }

 private:
  const TempFolder folder_;
  std::string address_;
  pid_t daemon_ = 0;
};

}  // namespace attnlab::testing

/// Begins a test that needs a private bus.
#define SKIP_WITHOUT_BUS()                        \
  if (!attnlab::testing::PrivateBus::can_start()) \
  GTEST_SKIP() << "dbus-daemon is missing: install Debian's package dbus-daemon"
