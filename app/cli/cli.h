// Command line: which subcommand, its errors in one line, its exit code.
#pragma once

namespace attnlab {

/// Exit codes of the program.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,        ///< could not be done: an unreadable file, a full disk, no display, …
  kWrongUsage = 2,    ///< the command line asks for what cannot be: unknown names, impossible values
  kInterrupted = 130  ///< ended by Ctrl-C (SIGINT) or SIGTERM, with what was reached saved
};

/// Reads the command line and does what it says. Never throws.
int run_program(int argc, char** argv);

}  // namespace attnlab
